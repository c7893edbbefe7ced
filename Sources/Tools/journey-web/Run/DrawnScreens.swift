import Foundation
import JourneyBase
import JourneyHarness
import JourneyWeb

/// Renders the screens of documents and wallets, and writes screenshots of them.
enum DrawnScreens {
    /// Transient screens, which are not captured.
    private static let passing: Set<String> = [
        "sharing-loading", "sharing-ready", "reading-start", "reading-ready", "reading-code",
        "splash", "wallet-wait",
    ]

    /// Returns a renderer on a virtual display. Its screenshots continue the numbering in `folder`.
    @Sendable static func drawing(_ folder: String, _ language: Language) async throws -> ScreenDrawing {
        let display = try await Screens.open(headless: true)
        let presenter: WebPresenter
        do { presenter = try await WebPresenter.make(language: language) } catch {
            await display?.close()
            throw error
        }
        return ScreenDrawing(
            draw: { screen in
                guard !passing.contains(screen.id) else { return nil }
                await presenter.show(screen)
                await presenter.waitUntilDrawn(screen)
                let page = await presenter.page
                guard let picture = try? await page.snapshot() else { return nil }
                return save(picture, screen.id, in: folder)
            },
            close: {
                await presenter.close()
                // The display ends itself when the web engine, its only client, has ended.
                withExtendedLifetime(display) {}
            })
    }

    /// Saves a screenshot. Another process writes to the same folder, so a number is reserved by creating its file.
    private static func save(_ picture: [UInt8], _ screen: String, in folder: String) -> String? {
        for number in 1...99 {
            let name = "\(number < 10 ? "0" : "")\(number)"
            let taken = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            guard !taken.contains(where: { $0.hasPrefix(name + "-") }) else { continue }
            let file = "\(name)-\(screen).png"
            do {
                try Data(picture).write(to: URL(fileURLWithPath: folder + "/" + file), options: .withoutOverwriting)
                return file
            } catch { continue }
        }
        return nil
    }
}
