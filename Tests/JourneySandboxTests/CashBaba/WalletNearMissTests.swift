import Foundation
import JourneyBase
import JourneyTesting
import Testing

@testable import SandboxServices

/// Tests almost valid requests, without a socket.
@Suite("Sandbox wallet: near misses")
struct WalletNearMissTests {
    private typealias Test = TestWalletService

    private static let secret = "client-secret-of-tests"

    private static func form(_ entries: [(String, String)]) -> [UInt8] {
        var form = FormBody()
        for (name, value) in entries { form.add(name, value) }
        return form.bytes
    }

    private static func send(
        _ service: WalletService, _ path: String, _ headers: HTTPFields, _ body: [UInt8]
    ) async throws -> (status: Int, body: JSONValue) {
        let url = try #require(HTTPSURL("https://wallet.example/api/v1/" + path))
        let answer = await service.handle(HTTPRequest(method: .post, url: url, headers: headers, body: body))
        return (answer.status, (try? JSONReader.read(answer.body)) ?? .null)
    }

    /// Returns the entries of a token request with `changes`.
    private static func token(_ changes: [String: String] = [:]) -> [(String, String)] {
        ["grant_type": "client_credentials", "client_id": "sandbox-app", "client_secret": secret]
            .merging(changes) { $1 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    @Test(
        "a token request must name its grant and a granted scope",
        arguments: [
            (nil, [:], 400), ("All", [:], 400), ("Transaction", [:], 400),
            ("Payment", ["grant_type": "password"], 400), ("Payment", ["client_id": "other"], 401),
            ("Payment", ["client_secret": "other"], 401), ("Payment", [:], 200),
        ] as [(String?, [String: String], Int)])
    func grants(scope: String?, changes: [String: String], status: Int) async throws {
        let service = WalletService(try await Test().wallet)
        var headers: HTTPFields = ["Content-Type": FormBody.contentType]
        headers["scope"] = scope
        #expect(try await Self.send(service, "connect/token", headers, Self.form(Self.token(changes))).status == status)
    }

    @Test("a form has at most sixteen fields of 4,096 bytes without a NUL, and its own type")
    func forms() async throws {
        let service = WalletService(try await Test().wallet)
        func status(_ body: [UInt8], type: String? = FormBody.contentType) async throws -> Int {
            var headers: HTTPFields = ["scope": "Payment"]
            headers["Content-Type"] = type
            return try await Self.send(service, "connect/token", headers, body).status
        }
        func more(_ count: Int) -> [(String, String)] { Self.token() + (0..<count).map { ("name\($0)", "") } }
        #expect(try await status(Self.form(more(13))) == 200)
        #expect(try await status(Self.form(more(14))) == 400)
        for (length, expected) in [(4_096, 200), (4_097, 400)] {
            let long = String(repeating: "t", count: length)
            #expect(try await status(Self.form(Self.token() + [("more", long)])) == expected)
        }
        #expect(try await status(Self.form(Self.token() + [("more", "\0")])) == 400)
        #expect(try await status(Self.form(Self.token() + [("scope", ""), ("scope", "")])) == 400)
        #expect(try await status(Array("%".utf8)) == 400)
        for type in [nil, "text/plain", "application/json", "multipart/form-data; boundary=b"] {
            #expect(try await status(Self.form(Self.token()), type: type) == 415)
        }
    }

    @Test("the scheme is Bearer in any letter case, and a reference is one path segment")
    func schemes() async throws {
        let service = WalletService(try await Test().wallet)
        let headers: HTTPFields = ["Content-Type": FormBody.contentType, "scope": "Payment"]
        let granted = try await Self.send(service, "connect/token", headers, Self.form(Self.token()))
        let token = try #require(granted.body["access_token"]?.string)
        func status(_ authorization: String, _ reference: String = "QR-1") async throws -> Int {
            let url = try #require(
                HTTPSURL("https://wallet.example/api/v1/transaction/CPQRCPaymentStatus/" + reference))
            let headers: HTTPFields = [
                "Authorization": authorization, "w-token": "wallet-token-of-tests", "scope": "Transaction",
            ]
            return await service.handle(HTTPRequest(method: .get, url: url, headers: headers)).status
        }
        for scheme in ["Bearer", "bearer"] {
            // Its payment hasn't been started.
            let found = try await status("\(scheme) \(token)")
            #expect(found == 404)
        }
        for other in ["Basic \(token)", "Bearer a", token] { #expect(try await status(other) == 401) }
        #expect(try await status("Bearer \(token)", "QR%2F1") == 404)
    }

    @Test(
        "a multipart form has each text once and pictures under their two names",
        arguments: [
            ("multipart/form-data", "--b--", 415), (FormBody.contentType, "TransactionId=t", 415),
            ("multipart/form-data; boundary=b", "", 400),
            (
                "multipart/form-data; boundary=b",
                part(#"name="Otp""#, "t") + part(#"name="Otp""#, "t") + "--b--\r\n", 400
            ),
            (
                "multipart/form-data; boundary=b",
                part(#"name="SmileImage"; filename="a.png""#, "text") + "--b--\r\n", 400
            ),
            (
                "multipart/form-data; boundary=b",
                part(#"name="Other"; filename="a.png""#, "text") + "--b--\r\n", 400
            ),
            ("multipart/form-data; boundary=b", part(#"name="TransactionId""#, "t") + "--b--\r\n", 404),
        ])
    func parts(type: String, body: String, status: Int) async throws {
        let service = WalletService(try await Test().wallet)
        let granted = try await Self.send(
            service, "connect/token", ["Content-Type": FormBody.contentType, "scope": "Payment"],
            Self.form(Self.token()))
        let token = try #require(granted.body["access_token"]?.string)
        let headers: HTTPFields = [
            "Content-Type": type, "Authorization": "Bearer \(token)", "w-token": "wallet-token-of-tests",
            "scope": "Transaction",
        ]
        let found = try await Self.send(service, "transaction/CPQRCPaymentConfirm", headers, Array(body.utf8)).status
        #expect(found == status)
    }

    private static func part(_ disposition: String, _ content: String) -> String {
        "--b\r\nContent-Disposition: form-data; \(disposition)\r\n\r\n\(content)\r\n"
    }
}
