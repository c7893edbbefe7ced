import Foundation
import JourneyBase
import TestSupport

@testable import JourneyCrypto

/// A generated chain with the parameters of its validation.
struct ChainCase {
    /// A revocation list of the authority at `issuer`.
    struct List {
        var issuer: Int
        var signer: CertificateSigner?
        var thisUpdate = TestChain.now - TestChain.day
        var nextUpdate = TestChain.now + TestChain.day
        var revoked: [[UInt8]] = [[0x7F, 0x01]]
        var extensions: [NewExtension] = []
    }

    var chain: TestChain
    var revocation = OpenSSLVerifier.Revocation.notChecked
    var lists: [List] = []
    /// The index of the intermediate that is not supplied.
    var missing: Int?
    var isAnchorAnother = false
    var faults: [ChainFault] = []

    var leaf: Int { chain.parts.count - 1 }

    /// Creates a valid chain of random length, keys, constraints and lists. With `everything`, it is a server's, with at least
    /// one intermediate and all revocation lists, so that every fault is applicable.
    init(random: inout SplitMix, everything: Bool = false) throws {
        chain = try TestChain(intermediates: Int.random(in: (everything ? 1 : 0)...3, using: &random))
        if Int.random(in: 0..<3, using: &random) == 0 {
            let others = try TestKeys.others.get()
            try setKey(others[Int.random(in: 0..<others.count, using: &random)], at: anywhere(&random))
        }
        if Int.random(in: 0..<3, using: &random) == 0 {
            constrain(
                permitted: [.dns("example.com"), .dns("example.org"), .ip([192, 0, 2, 0, 255, 255, 255, 0])],
                excluded: [.dns("evil.example.com"), .ip([192, 0, 2, 128, 255, 255, 255, 128])], at: authority(&random))
        }
        chain.host =
            ["pay.example.com", "PAY.example.COM", "a.example.org", "192.0.2.7"][Int.random(in: 0..<4, using: &random)]
        switch everything ? 1 : Int.random(in: 0..<4, using: &random) {
        case 0: revocation = .leaf
        case 1: revocation = .all
        default: break
        }
        if revocation != .notChecked { lists = (0..<leaf).map { List(issuer: $0) } }
        if !everything, Int.random(in: 0..<5, using: &random) == 0 { asClient() }
    }

    func anywhere(_ random: inout SplitMix) -> Int { Int.random(in: 0...leaf, using: &random) }
    func authority(_ random: inout SplitMix) -> Int { Int.random(in: 0..<leaf, using: &random) }
    /// Returns a random certificate other than the root.
    func issued(_ random: inout SplitMix) -> Int { Int.random(in: 1...leaf, using: &random) }

    mutating func setKey(_ key: CertificateSigner, at index: Int) throws {
        chain.parts[index].key = key
        chain.set(.subjectKeyIdentifier, .subjectKeyIdentifier(spki: key.spki), at: index)
    }

    mutating func constrain(permitted: [GeneralName] = [], excluded: [GeneralName] = [], at index: Int) {
        chain.set(.nameConstraints, .nameConstraints(permitted: permitted, excluded: excluded), at: index)
    }

    mutating func asClient() {
        chain.profile = .tlsClient
        chain.host = nil
        chain.set(.extendedKeyUsage, .extendedKeyUsage([.clientAuth]), at: leaf)
    }

    /// Returns both verdicts: this package's as an error, OpenSSL's as its code.
    func verdicts() throws -> (ours: (any Error)?, openssl: Int32) {
        let encoded = try chain.encoded()
        let crls = try lists.map { list in
            let above = chain.parts[list.issuer]
            let signer = list.signer ?? above.key
            let name = above.subject.encoded
            return try signer.signed(
                RevocationBody(
                    issuer: Array(name), authorityKey: NewExtension.keyIdentifier(spki: above.key.spki), number: 7,
                    thisUpdate: list.thisUpdate, nextUpdate: list.nextUpdate,
                    revocations: list.revoked.map { .init(serialNumber: $0, date: list.thisUpdate) },
                    extensions: list.extensions
                ).encoded(algorithm: signer.algorithm))
        }
        var anchor = encoded[0]
        if isAnchorAnother {
            var other = try TestChain(intermediates: 0)
            let key = try TestKeys.p256(7)
            other.parts[0].key = key
            other.set(.subjectKeyIdentifier, .subjectKeyIdentifier(spki: key.spki), at: 0)
            anchor = try other.encoded()[0]
        }
        let given = (1..<leaf).filter { $0 != missing }.map { encoded[$0] }.shuffled(by: encoded.count)
        let judge = OpenSSLVerifier(
            anchors: [anchor], purpose: chain.profile.name == CertificateProfile.tlsServer.name ? 2 : 1,
            time: TestChain.now, host: chain.host, revocation: revocation, lists: crls)
        let policy: RevocationPolicy =
            switch revocation {
            case .notChecked: .notChecked
            case .leaf: .requiredForLeaf
            case .all: .required
            }
        return (
            chain.ours([anchor] + given + [encoded[leaf]], revocation: policy, lists: crls),
            judge.verdict(encoded[leaf], intermediates: given)
        )
    }
}

extension Array {
    /// Returns the elements in another, reproducible order.
    fileprivate func shuffled(by seed: Int) -> [Element] {
        var random = SplitMix(state: UInt64(seed))
        return shuffled(using: &random)
    }
}
