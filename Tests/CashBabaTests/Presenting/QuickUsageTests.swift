import CashBaba
import Foundation
import JourneyBase
import JourneyCrypto
import JourneyScreens
import JourneyTesting
import TestSupport
import Testing

/// The code of a UIKit host, with a scripted user in place of a view controller, and a test SDK over a scripted network in
/// place of the shared one.
@MainActor
private struct QuickUsage {
    struct SDK {
        let sdk: CashBaba.CashBabaSDK
        let bundle: Bundle

        func initialize(
            environment: CashBabaEnvironment, languageCode: String, pemResourceName: String
        ) throws {
            try sdk.initialize(
                environment: environment, languageCode: languageCode, pemResourceName: pemResourceName, in: bundle)
        }
    }

    struct Shared { let shared: SDK }

    /// Records the callbacks, which are empty in the host's code.
    @MainActor
    struct Presenter {
        let onSuccess: CashBaba.CashBabaSDK.OnSuccess
        let onEnd: @MainActor @Sendable () -> Void

        func present(
            from host: CashBabaHost, args: NavigationArgs, onSuccess: @escaping CashBaba.CashBabaSDK.OnSuccess,
            onFailed: @escaping CashBaba.CashBabaSDK.OnFailed, onUserCancel: @escaping CashBaba.CashBabaSDK.OnUserCancel
        ) {
            let told = self.onSuccess
            let task = SDKPresenter.present(
                from: host, args: args,
                onSuccess: { result in
                    onSuccess(result)
                    told(result)
                }, onFailed: onFailed, onUserCancel: onUserCancel)
            Task {
                await task.value
                onEnd()
            }
        }
    }

    // The names used in the documented lines.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    static func run(
        over hostController: CashBabaHost, _ CashBabaSDK: Shared, _ SDKPresenter: Presenter
    ) throws {
        // begin
        // Load PEM and init SDK once
        try CashBabaSDK.shared.initialize(environment: .demo, languageCode: "en", pemResourceName: "publickey.pem")

        // Present SDK from host
        let args = NavigationArgs(
            type: .SET_PIN,
            wToken: "<w-token>",
            languageCode: "en",
            environment: .demo,
            clientId: "<client-id>",
            clientSecret: "<client-secret>"
        )
        SDKPresenter.present(
            from: hostController, args: args,
            onSuccess: { result in
                // handle success
            },
            onFailed: { failure in
                // show failure.errorMessage
            },
            onUserCancel: {
                // user closed
            })
        // end
    }
}

@Suite("Quick usage")
struct QuickUsageTests {
    @Test("the page's sample code sets a PIN")
    @MainActor func runs() async throws {
        let transport = ScriptedTransport([
            TestFlow.good, TestFlow.good, TestFlow.good, TestFlow.rules, TestFlow.good,
        ])
        let sdk = CashBabaSDK(dependencies: .fixed(clock: ManualClock())) { _ in transport }
        let presenter = ScriptedPresenter(
            [
                "welcome": [TestFlow.press("proceed")], "code": [TestFlow.code("123456")],
                "new-pin": [TestFlow.newPin],
            ], dependencies: .fixed())
        let scratch = try Scratch()
        let key = Data(try TestWallet.key.get().publicKey.spki).base64EncodedString()
        _ = try scratch.write("-----BEGIN PUBLIC KEY-----\n\(key)\n-----END PUBLIC KEY-----\n", "publickey.pem")
        let bundle = try #require(Bundle(path: scratch.path))
        let events = EventRecorder()
        try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
            do {
                try QuickUsage.run(
                    over: CashBabaHost(presenter: presenter, sdk: sdk),
                    QuickUsage.Shared(shared: QuickUsage.SDK(sdk: sdk, bundle: bundle)),
                    QuickUsage.Presenter(
                        onSuccess: { events.record($0.setPinResponse == nil ? "other" : "set", [:]) },
                        onEnd: { ended.resume() }))
            } catch { ended.resume(throwing: error) }
        }
        #expect(events.names == ["set"] && presenter.faults == [] && presenter.unused == [])
        #expect(transport.requests.map { $0.headers["w-token"] }.allSatisfy { $0 == "<w-token>" })
        #expect(transport.requests.last?.url.path.hasSuffix("pinset") == true)
    }

    @Test(
        "PINs are typed on a shuffled pad unless the host selects another",
        arguments: [Screen.Field.PadKeyOrder.shuffled, .standard])
    func pad(pad: Screen.Field.PadKeyOrder) async throws {
        let flow = try TestFlow(
            .CHANGE_PIN, [TestFlow.rules], ["change-pin": [TestFlow.press(Screen.cancelled)]])
        var args = flow.args
        #expect(args.pinPad == .shuffled)
        args.pinPad = pad
        await flow.present(args)
        let fields = flow.presenter.shown.flatMap(\.fields)
        #expect(fields.count == 3 && fields.allSatisfy { $0.kind.isPIN && $0.pad == pad })
        #expect(flow.presenter.shown.contains { $0.isPrivate })
    }

    @Test("the page, the iOS sample and the sample that runs here are identical")
    func same() throws {
        let here = URL(filePath: #filePath)
        let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        /// Returns the text between two lines, without white space.
        func text(_ file: URL, from: String, to: String) throws -> String {
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
                .map { $0.filter { !$0.isWhitespace } }
            let start = try #require(lines.firstIndex(of: from))
            let end = try #require(lines[start...].dropFirst().firstIndex(of: to))
            return lines[(start + 1)..<end].joined()
        }
        let run = try text(here, from: "//begin", to: "//end")
        let host = root.appending(path: "Tests/AppleCheck/MustPass/QuickUsage.swift")
        #expect(try text(host, from: "//begin", to: "//end") == run)
        #expect(try text(root.appending(path: "docs/reference/cashbaba.md"), from: "```swift", to: "```") == run)
        #expect(run.hasPrefix("//LoadPEMandinitSDKoncetryCashBabaSDK.shared.initialize(") && run.count > 300)
    }
}
