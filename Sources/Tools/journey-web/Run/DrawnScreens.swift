import Foundation
import JourneyBase
import JourneyHarness
import JourneyWeb

/// Draws the screens of documents and of wallets, and leaves pictures of them.
enum DrawnScreens {
    /// Screens that come before anything can be seen.
    private static let passing: Set<String> = [
        "sharing-loading", "sharing-ready", "reading-start", "reading-ready", "reading-code",
        "splash", "wallet-wait",
    ]

    /// A window on a display of its own, whose pictures are numbered after those that lie in `folder`.
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
                // It ends by itself when the web engine, its only client, is gone.
                withExtendedLifetime(display) {}
            })
    }

    /// Another process writes there too: a name is taken by whoever makes its file.
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
