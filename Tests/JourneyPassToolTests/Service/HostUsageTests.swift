import Foundation
import JourneyBase
import JourneyTesting
import ProntoWalletSDK
import Testing
import WalletPass

@testable import JourneyPassTool

/// The code of a host app with UIKit, with the sandbox wallet instead of PassKit and the service in this process.
@MainActor
private enum HostUsage {
    /// A stand-in with the name that the host's code uses.
    class UIViewController {
        var heard: [String] = []
        var onEnd: () -> Void = {}

        func showSuccess(_ text: String) { end(text) }
        func showError(_ text: String) { end(text) }
        func end(_ text: String) {
            heard.append(text)
            onEnd()
        }
    }

    @MainActor struct Shared {
        var service: TestService?

        func configure(with configuration: ProntoConfiguration) {
            guard configuration.apiKey == "your_api_user_auth_token", configuration.environment == .staging,
                let url = URL(string: "https://passes.example.com"), let service
            else { return }
            service.pronto.configure(with: ProntoConfiguration(apiKey: service.token, environment: .custom(url)))
        }

        func provisionPass(
            tagId: String, idAttribute: TagIdAttribute, from host: UIViewController, delegate: any ProvisioningDelegate
        ) {
            guard let service else { return }
            service.pronto.provisionPass(
                tagId: tagId, idAttribute: idAttribute, on: service.wallet, delegate: delegate)
        }
    }

    enum ProntoWallet { @MainActor static var shared = Shared() }

    static func start() {
        // begin
        // In AppDelegate or app initialization
        ProntoWallet.shared.configure(
            with: ProntoConfiguration(
                apiKey: "your_api_user_auth_token",
                environment: .staging  // or .production, .demo, .development(host: "localhost:3000")
            ))
        // end
    }

    // begin
    // When user taps "Add to Wallet"
    class TicketsViewController: UIViewController, ProvisioningDelegate {

        @IBAction func addToWalletTapped(_ sender: Any) {
            ProntoWallet.shared.provisionPass(
                tagId: "TICKET-001",
                idAttribute: .referenceId,
                from: self,
                delegate: self
            )
        }

        // MARK: - ProvisioningDelegate

        func provisioningDidComplete() {
            showSuccess("Pass added to Wallet!")
        }

        func provisioning(didFailWith error: ProvisioningError) {
            showError(error.localizedDescription)
        }

        func provisioningDidCancel() {
            // User cancelled
        }
    }
    // end
}

@Suite("Host sample code")
struct HostUsageTests {
    @Test("the sample code adds a pass of the service, bound to the wallet's signed data")
    @MainActor func runs() async throws {
        let service = try await TestService()
        HostUsage.ProntoWallet.shared.service = service
        HostUsage.start()
        let host = HostUsage.TicketsViewController()
        await withCheckedContinuation { ended in
            host.onEnd = { ended.resume() }
            host.addToWalletTapped(host)
        }
        #expect(host.heard == ["Pass added to Wallet!"])
        let pass = try #require(try await service.kept().first)
        let signed = PassIntake.binding(of: pass.content)
        #expect(
            pass.serialNumber == "S-1" && signed?.relyingParty == "passes.example.com"
                && signed?.signed.isEmpty == false)
        let calls = service.transport.requests.map { "\($0.method.rawValue) \($0.url.path)" }
        #expect(
            calls.prefix(2) == [
                "POST /api/v2/in_app_provisioning/issuer_data", "POST /api/v2/in_app_provisioning/callback",
            ])
        #expect(calls.last?.hasPrefix("GET /api/v2/in_app_provisioning/sessions/") == true)
    }

    @Test("the iOS sample and the sample that runs here are identical")
    func same() throws {
        func lines(_ path: String) throws -> String {
            let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent()
            let lines = try String(contentsOf: root.appending(path: path), encoding: .utf8).split(separator: "\n")
                .map { $0.filter { !$0.isWhitespace } }
            var (text, isInside) = ("", false)
            for line in lines {
                if line == "//begin" || line == "//end" {
                    isInside = line == "//begin"
                } else if isInside {
                    text += line
                }
            }
            return text
        }
        let here = try lines("Tests/JourneyPassToolTests/Service/HostUsageTests.swift")
        #expect(try lines("Tests/AppleCheck/MustPass/ProntoUsage.swift") == here)
        #expect(here.contains("classTicketsViewController:UIViewController,ProvisioningDelegate") && here.count > 600)
    }
}
