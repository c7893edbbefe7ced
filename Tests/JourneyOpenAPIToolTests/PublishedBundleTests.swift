import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

@testable import JourneyLanguage
@testable import JourneyOpenAPITool

@Suite("Bundles of published bank documents", .enabled(if: Vectors.has("bank-apis"), "\(Vectors.missing)"))
struct PublishedBundleTests {
    private static let berlin = "bank-apis/berlin-nextgenpsd2-1.3.11.yaml"

    private func bundle(_ file: String, _ operations: Set<String>?) throws -> OpenAPIBundle {
        var request = OpenAPIBundle.Request(entry: Vectors.path(file))
        request.operations = operations
        return try OpenAPIBundle(request)
    }

    @Test(
        "three Berlin Group operations take less than 150 KB with the same bytes each time",
        arguments: [
            ["initiatePayment", "getPaymentInitiationStatus", "startPaymentAuthorisation"],
            // The three largest.
            ["initiatePayment", "getTransactionList", "updateSigningBasketPsuData"],
        ] as [Set<String>])
    func berlin(operations: Set<String>) throws {
        let clock = ContinuousClock()
        var bundles: [[UInt8]] = []
        let time = try clock.measure {
            for _ in 0..<2 { bundles.append(try bundle(PublishedBundleTests.berlin, operations).bytes) }
        }
        print(
            "Berlin, three operations: \(bundles[0].count) bytes, \(Hex.encode(SHA256.hash(bundles[0]))), \(time / 2)")
        #expect(bundles[0].count < 150_000)
        #expect(SHA256.hash(bundles[0]) == SHA256.hash(bundles[1]))
    }

    static let files =
        PublishedBundleTests.names.map { "bank-apis/\($0)" } + ["openapi/uk-open-banking-payment-initiation.json"]
    private static let names = [
        "adyen-transfers-v4.json", "adyen-transfers-v4.yaml", "berlin-nextgenpsd2-1.3.11.yaml",
        "paypal-checkout-orders-v2.json", "uk-open-banking-account-info-4.0.json",
        "uk-open-banking-payment-initiation-3.1.11.json",
    ]

    @Test(
        "no operation of a bank's document fails by a schema, nor by its security once its credentials are declared",
        arguments: files)
    func operations(file: String) throws {
        let whole = try bundle(file, nil)
        let server = try JSONReader.read(whole.bytes, limits: .openAPIBundle)["servers"]?[0]?["url"]?.string ?? "/"
        let address = try #require(HTTPSURL(server) ?? HTTPSURL("https://bank.example/openapi.json"))
        let ids = try OpenAPIResolver(whole.bytes, origins: SourcePolicy([address.origin]), address: address)
            .operationIDs
        var rules: [LintRule: Int] = [:]
        var largest = 0
        // Each seventh operation alone is enough.
        for (number, id) in ids.sorted().enumerated() {
            let pruned = number % 7 == 0 ? try bundle(file, [id]) : whole
            if number % 7 == 0 { largest = max(largest, pruned.bytes.count) }
            for bytes in number % 7 == 0 ? [whole.bytes, pruned.bytes] : [whole.bytes] {
                let resolver = try OpenAPIResolver(bytes, origins: SourcePolicy([address.origin]), address: address)
                do throws(Refusal) {
                    _ = try resolver.operation(id, at: Reading(.string(id), path: id, code: .manifestInvalid))
                } catch {
                    rules[error.rule, default: 0] += 1
                    if error.rule != .oapiSecurity { Issue.record("\(error.message)") }
                    #expect(throws: Never.self, "\(id)") {
                        _ = try resolver.operation(
                            id, supplied: Set(GatewayCredential.allCases),
                            at: Reading(.string(id), path: id, code: .manifestInvalid))
                    }
                }
            }
        }
        print(
            "\(file): \(ids.count) operations, \((rules[.oapiSecurity] ?? 0) / 2) need other credentials, whole \(whole.bytes.count) bytes, largest alone \(largest)"
        )
    }
}
