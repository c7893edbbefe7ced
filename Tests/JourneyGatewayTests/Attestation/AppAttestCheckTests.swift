import Foundation
import JourneyBase
import JourneyCrypto
import JourneyWire
import TestSupport
import Testing

@testable import JourneyGateway

/// Objects that Python made: one genuine, and forged ones in which all but one thing is right.
@Suite("App Attest's objects", .enabled(if: Python.isPresent, "\(Python.missing)"))
struct AppAttestCheckTests {
    private static let hash = SHA256.hash(Array("client data".utf8))
    private static let app = "TEAM123456.com.partner.app"
    /// 15 January 2027, at noon.
    private static let now = Date(timeIntervalSince1970: 1_800_014_400)

    /// What is changed, and what comes of it: a kind, or a code.
    private static let forged: [(change: [String: JSONValue], Result<AttestationKind, Refused>)] = [
        ([:], .success(.appAttest)),
        (["aaguid": .string(Hex.encode("appattestdevelop".utf8))], .success(.appAttestDevelopment)),
        (["nonceOther": true], .failure(.nonce)), (["nonceSingle": true], .failure(.nonce)),
        (["nonceMissing": true], .failure(.chain)), (["nonceEnd": "00"], .failure(.nonce)),
        (["app": "TEAM123456.com.partner.apq"], .failure(.app)), (["app": "TEAM123456"], .failure(.app)),
        (["counter": 1], .failure(.counter)), (["counter": 4_294_967_295], .failure(.counter)),
        (["aaguid": "00000000000000000000000000000000"], .failure(.environment)),
        (["aaguid": .string(Hex.encode("appattest".utf8) + "00000000000001")], .failure(.environment)),
        (["otherRoot": true], .failure(.chain)), (["selfSigned": true], .failure(.chain)),
        (["caIsNone": true], .failure(.chain)), (["caEnd": -1], .failure(.chain)),
        (["begin": -9, "end": -1], .failure(.chain)), (["begin": 1], .failure(.chain)),
        (["chainOf": 1], .failure(.chain)), (["chainOf": 0], .failure(.malformed)),
        (["chainSwapped": true], .failure(.chain)), (["textChain": true], .failure(.malformed)),
        (["credentialOther": true], .failure(.key)), (["coseOther": true], .failure(.key)),
        (["coseExtra": true], .failure(.malformed)), (["device": 15], .failure(.key)),
        (["fmt": "none"], .failure(.unsupported)), (["fmt": "apple-appattes"], .failure(.unsupported)),
        (["extra": true], .failure(.malformed)), (["flags": 0], .failure(.malformed)),
        (["flags": 0xC0], .failure(.malformed)), (["dataEnd": "00"], .failure(.malformed)),
        // A map of extensions, as systems from iOS 27 on add; once with its bit, once without.
        (["flags": 0xC0, "dataEnd": "a16161f5"], .success(.appAttest)), (["dataEnd": "a0"], .success(.appAttest)),
        (["flags": 0xC0, "dataEnd": "a0a0"], .failure(.malformed)),
        (["flags": 0xC0, "dataEnd": "a1"], .failure(.malformed)),
        (["flags": 0xC0, "dataEnd": "80"], .failure(.malformed)),
        (["end_": "00"], .failure(.malformed)), (["end_": "f6"], .failure(.malformed)),
    ]

    private struct Refused: Error, Equatable {
        let code: AttestationCode
        static let nonce = Refused(code: .nonce)
        static let chain = Refused(code: .chain)
        static let app = Refused(code: .app)
        static let counter = Refused(code: .counter)
        static let environment = Refused(code: .environment)
        static let malformed = Refused(code: .malformed)
        static let key = Refused(code: .key)
        static let unsupported = Refused(code: .unsupported)
    }

    private func made(_ variants: [String: [String: JSONValue]]) throws -> JSONValue {
        let hash: JSONValue = .string(Hex.encode(Self.hash))
        return try AppAttestPython.make(
            variants.merging(["genuine": [:]]) { first, _ in first }.mapValues {
                .object($0.merging(["hash": hash]) { first, _ in first })
            })
    }

    private func check(_ made: JSONValue) throws -> AppAttestCheck {
        let roots = try Certificate.list(pem: try #require(made["root"]?.string)).map { try TrustAnchor($0) }
        return AppAttestCheck(anchors: roots, appIDs: [Self.app, "TEAM123456.com.partner.other"])
    }

    private func bytes(_ made: JSONValue, _ name: String) throws -> [UInt8] {
        try #require(made[name]?.string.flatMap { Hex.decode($0) })
    }

    private func verdict(
        _ check: AppAttestCheck, _ object: [UInt8], keyID: [UInt8], hash: [UInt8] = hash, at time: Date = now
    ) -> Result<AttestationKind, Refused> {
        Result { try check.attestation(object, keyID: keyID, clientDataHash: hash, at: time).kind }
            .mapError { Refused(code: ($0 as? AttestationRefusal)?.code ?? .signature) }
    }

    @Test("a genuine attestation is believed, and each forged one is refused with its own code")
    func attestations() throws {
        let variants = Dictionary(
            uniqueKeysWithValues: Self.forged.enumerated().map { ("\($0.offset)", $0.element.change) })
        let made = try made(variants)
        let check = try check(made)
        let keyID = try bytes(try self.made([:]), "keyId")
        for (index, row) in Self.forged.enumerated() {
            let verdict = verdict(check, try bytes(made, "\(index)"), keyID: keyID)
            #expect(verdict == row.1, "\(row.change)")
        }
        print("App Attest by Python: \(Self.forged.count) objects, 4 believed, \(Self.forged.count - 4) refused")
    }

    @Test("the finding names key, app and kind; another key's id, request or time is refused")
    func genuine() throws {
        let made = try made([:])
        let check = try check(made)
        let object = try bytes(made, "genuine")
        let keyID = try bytes(made, "keyId")
        let finding = try check.attestation(object, keyID: keyID, clientDataHash: Self.hash, at: Self.now)
        #expect(SHA256.hash(finding.key.x963) == keyID && finding.keyID == keyID && finding.appID == Self.app)
        var other = keyID
        other[31] ^= 1
        #expect(verdict(check, object, keyID: other) == .failure(.key))
        #expect(verdict(check, object, keyID: []) == .failure(.key))
        #expect(verdict(check, object, keyID: keyID, hash: SHA256.hash([])) == .failure(.nonce))
        #expect(verdict(check, object, keyID: keyID, at: Self.now.addingTimeInterval(3 * 86_400)) == .failure(.chain))
        let nobody = AppAttestCheck(anchors: [], appIDs: [Self.app])
        #expect(verdict(nobody, object, keyID: keyID) == .failure(.chain))
        let apple = AppAttestCheck(anchors: try AttestationPolicy.appleRoots(), appIDs: [Self.app])
        #expect(verdict(apple, object, keyID: keyID) == .failure(.chain), "a test root is not Apple's")
    }

    @Test("an attestation that is cut at any byte, or has any byte changed, is refused")
    func damaged() throws {
        let made = try made([:])
        let check = try check(made)
        let object = try bytes(made, "genuine")
        let keyID = try bytes(made, "keyId")
        for length in object.indices {
            #expect(throws: AttestationRefusal.self, "\(length) bytes") {
                try check.attestation(Array(object[..<length]), keyID: keyID, clientDataHash: Self.hash, at: Self.now)
            }
        }
        // The receipt is Apple's own, and not looked at.
        let receipt = try #require(object.firstRange(of: Array("receiptG".utf8).dropLast() + [0x47]))
        for index in object.indices where !(receipt.lowerBound + 8..<receipt.upperBound + 7).contains(index) {
            var bytes = object
            bytes[index] ^= 1
            #expect(throws: AttestationRefusal.self, "byte \(index)") {
                try check.attestation(bytes, keyID: keyID, clientDataHash: Self.hash, at: Self.now)
            }
        }
    }

    @Test("an assertion of the attested key is believed, and each forged one is refused with its own code")
    func assertions() throws {
        let rows: [(change: [String: JSONValue], AttestationCode?)] = [
            (["counter": 5], nil), (["device": 15], .signature),
            (["hash": .string(Hex.encode(SHA256.hash([])))], .signature),
            (["app": "TEAM123456.com.partner.other"], .app),
            (["app": "TEAM123456.com.nobody"], .app), (["onceHashed": true], .signature),
            (["rawSignature": true], .signature), (["extra": true], .malformed), (["dataEnd": "00"], .malformed),
            (["dataEnd": "a0a0"], .malformed), (["dataEnd": "80"], .malformed),
            (["counter": 5, "dataEnd": "a16161f5"], nil), (["end_": "00"], .malformed),
        ]
        let made = try made(
            Dictionary(
                uniqueKeysWithValues: rows.enumerated().map {
                    ("\($0.offset)", $0.element.change.merging(["assertion": true]) { $1 })
                }))
        let check = try check(made)
        let key = try check.attestation(
            try bytes(made, "genuine"), keyID: try bytes(made, "keyId"), clientDataHash: Self.hash, at: Self.now
        ).key
        func counter(_ object: [UInt8]) throws -> Int64 {
            try check.assertion(object, key: key, appID: Self.app, clientDataHash: Self.hash)
        }
        for (index, row) in rows.enumerated() {
            let object = try bytes(made, "\(index)")
            if let code = row.1 {
                let refusal = #expect(throws: AttestationRefusal.self, "\(row.change)") { try counter(object) }
                #expect(refusal?.code == code, "\(row.change)")
            } else {
                #expect(try counter(object) == 5)
                for length in object.indices {
                    #expect(throws: AttestationRefusal.self) { try counter(Array(object[..<length])) }
                }
                for index in object.indices {
                    var bytes = object
                    bytes[index] ^= 1
                    #expect(throws: AttestationRefusal.self, "byte \(index)") { try counter(bytes) }
                }
            }
        }
    }
}

private let recorded = "app-attest/recorded.json"

/// An attestation and an assertion that a device made, with Apple's certificates.
@Suite("App Attest's objects, recorded", .enabled(if: Vectors.has(recorded), "\(Vectors.missing)"))
struct AppAttestRecordedTests {
    @Test("what a device made is believed by Apple's own root, in its time and for its app")
    func device() throws {
        let sample = try Vectors.json(recorded)
        func bytes(_ name: String) throws -> [UInt8] { try #require(sample[name]?.string.flatMap { Hex.decode($0) }) }
        let app = try #require(sample["appId"]?.string)
        let time = Date(timeIntervalSince1970: TimeInterval(try #require(sample["time"]?.int64)))
        let check = AppAttestCheck(anchors: try AttestationPolicy.appleRoots(), appIDs: [app])
        let (object, keyID, hash) = (try bytes("attestation"), try bytes("keyId"), try bytes("clientDataHash"))
        let finding = try check.attestation(object, keyID: keyID, clientDataHash: hash, at: time)
        #expect(finding.kind == .appAttestDevelopment && finding.appID == app)
        let assertion = try bytes("assertion")
        #expect(try check.assertion(assertion, key: finding.key, appID: app, clientDataHash: hash) == 1)
        for (hash, time) in [(SHA256.hash([]), time), (hash, time.addingTimeInterval(7 * 86_400))] {
            #expect(throws: AttestationRefusal.self) {
                try check.attestation(object, keyID: keyID, clientDataHash: hash, at: time)
            }
        }
        #expect(throws: AttestationRefusal.self) {
            try check.assertion(assertion, key: finding.key, appID: app, clientDataHash: SHA256.hash([]))
        }
    }
}

@Suite("Apple's root of App Attest")
struct AppAttestRootTests {
    @Test("the root that is built in is the one that Apple publishes")
    func fingerprint() throws {
        let roots = try AttestationPolicy.appleRoots()
        #expect(
            roots.map { Hex.encode(SHA256.hash($0.certificate.encoded)) } == [
                "1cb9823ba28ba6ad2d33a006941de2ae4f513ef1d4e831b9f7e0fa7b6242c932"
            ])
    }
}
