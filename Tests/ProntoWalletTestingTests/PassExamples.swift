import Foundation
import JourneyBase
import JourneyTesting
import ProntoWalletSDK
import ProntoWalletTesting
import Testing

/// How an app tests what it does with `ProntoWalletSDK`; `docs/guides/testing.md` shows the first.
@Suite("Adding passes in an app's tests")
struct PassExamples {
    @Test("a pass is signed by the service, bound by the device, and the app is notified")
    func adds() async throws {
        let sandbox = try PassSandbox(tags: ["TICKET-001"])
        let outcome = try await sandbox.pronto.provisionPass(tagId: "TICKET-001", on: sandbox.wallet)
        #expect(outcome == .completed)
        #expect(sandbox.wallet.passes.keys.sorted() == ["TICKET-001"] && sandbox.wallet.faults == [])
        try sandbox.transport.expectRequests([
            "POST /api/v2/in_app_provisioning/issuer_data", "POST /api/v2/in_app_provisioning/callback",
            "GET /api/v2/in_app_provisioning/sessions/\(try session(sandbox))",
        ])
        // The app's token goes with the app's calls, and not with the device's.
        let isSigned = sandbox.transport.requests.map { $0.headers["Authorization"] != nil }
        #expect(isSigned == [true, false, true])
    }

    @Test("closing the sheet adds nothing, and a second try creates a new session")
    func closes() async throws {
        let sandbox = try PassSandbox(person: .closes)
        #expect(try await sandbox.pronto.provisionPass(tagId: "TICKET-001", on: sandbox.wallet) == .cancelled)
        #expect(sandbox.wallet.passes.isEmpty && sandbox.wallet.sheets == 1)
        sandbox.wallet.person(.adds)
        #expect(try await sandbox.pronto.provisionPass(tagId: "TICKET-001", on: sandbox.wallet) == .completed)
    }

    @Test("each refusal by the service has its status and shows no sheet")
    func refusals() async throws {
        func status(_ change: (PassSandbox) -> Void, tag: String = "TICKET-001", _ by: TagIdAttribute = .referenceId)
            async throws -> Int?
        {
            let sandbox = try PassSandbox()
            change(sandbox)
            do throws(ProvisioningError) {
                _ = try await sandbox.pronto.provisionPass(tagId: tag, idAttribute: by, on: sandbox.wallet)
                return nil
            } catch {
                #expect(sandbox.wallet.sheets == 0)
                guard case .serverError(let status, _) = error else { return 0 }
                return status
            }
        }
        #expect(try await status { _ in } == nil)
        #expect(try await status({ _ in }, tag: "TICKET-002") == 404)
        #expect(try await status({ _ in }, .subscriptionId) == 404)
        #expect(try await status { $0.service.suspend() } == 403)
        #expect(try await status { $0.pronto.configure(with: PassSandbox.configuration(apiToken: "other")) } == 401)
        #expect(try await status { $0.wallet.takeAway() } == 0)
    }

    @Test("a session expires and accepts one device's answer only")
    func sessions() async throws {
        let sandbox = try PassSandbox()
        _ = try await sandbox.pronto.provisionPass(tagId: "TICKET-001", on: sandbox.wallet)
        let sent = try #require(sandbox.transport.requests.first { $0.url.path.hasSuffix("/callback") })
        let first = await sandbox.service.handle(sent)
        let again = await sandbox.service.handle(sent)
        #expect(first.status == 200 && first.body == again.body)
        #expect(sandbox.wallet.passes["TICKET-001"] == first.body)
        var other = sent
        other.body = Array(String(decoding: sent.body, as: UTF8.self).replacingOccurrences(of: "key", with: "k").utf8)
        #expect(await sandbox.service.handle(other).status == 409)
        sandbox.time.pass(599)
        #expect(await sandbox.service.handle(sent).status == 200)
        sandbox.time.pass(1)
        #expect(await sandbox.service.handle(sent).status == 410)
    }

    @Test("changed binding data is refused by the wallet")
    func changed() async throws {
        let (one, other) = (try PassSandbox(), try PassSandbox())
        // Signed by an authority that this wallet does not know.
        await #expect(throws: ProvisioningError.self) {
            try await one.pronto.provisionPass(tagId: "TICKET-001", on: other.wallet)
        }
        #expect(other.wallet.sheets == 0 && other.wallet.passes.isEmpty)
    }

    private func session(_ sandbox: PassSandbox) throws -> String {
        let query = try #require(sandbox.transport.requests.compactMap(\.url.query).first)
        return String(query.dropFirst("sessionIdentifier=".count))
    }
}
