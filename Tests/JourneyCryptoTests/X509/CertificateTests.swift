import Foundation
import JourneyBase
import TestSupport
import Testing

@testable import JourneyCrypto

@Suite("Reading certificates")
struct CertificateTests {
    @Test("every part of a certificate is read, and the bytes are kept")
    func parts() throws {
        let chain = try TestChain(intermediates: 1)
        let bytes = try chain.encoded()
        let leaf = try Certificate(bytes[2])
        #expect(leaf.encoded == bytes[2])
        #expect(leaf.version == 3)
        #expect(Array(leaf.serialNumber) == [0x12, 0x22])
        #expect(leaf.subject.description == "C=NO, O=Test, CN=leaf")
        #expect(leaf.issuer.values(of: .commonName) == ["Authority 1"])
        #expect(leaf.notBefore == TestChain.now - 30 * TestChain.day)
        #expect(leaf.notAfter == TestChain.now + 30 * TestChain.day)
        #expect(leaf.keyUsage == .digitalSignature)
        #expect(leaf.extendedKeyUsage == [.serverAuth])
        #expect(leaf.basicConstraints == nil)
        #expect(leaf.subjectAltName?.count == 3)
        #expect(try leaf.publicKey() == PublicKey(spki: chain.parts[2].key.spki))
        #expect(leaf.authorityKeyIdentifier?.keyIdentifier == NewExtension.keyIdentifier(spki: chain.parts[1].key.spki))
        let authority = try Certificate(bytes[1])
        #expect(authority.basicConstraints == BasicConstraints(isAuthority: true, pathLength: 0))
        #expect(authority.keyUsage == [.keyCertSign, .crlSign])
        #expect(try Certificate.list(pem: "noise\n" + leaf.pem + authority.pem) == [leaf, authority])
    }

    @Test("the pin of a known key matches")
    func pin() throws {
        let point = try #require(
            Data(
                base64Encoded:
                    "BEdACQormO5gNpgsTvjxIr9N9eQiZUCdE7qaAZonlsbrjwxck3FcNjkp681MkC1FykrfYJAMQGTrFj+WVeJSJok="))
        var chain = try TestChain(intermediates: 0)
        let key = try P256PublicKey(x963: Array(point))
        chain.parts[1].key = CertificateSigner(spki: key.spki, algorithm: [], sign: { _ in [] })
        let leaf = try Certificate(try chain.encoded()[1])
        #expect(Data(leaf.spkiSHA256).base64EncodedString() == "qa2oSEaBY2SlBfxJudeTKKbpUQDLgq/YRx1WGxexR5o=")
    }

    @Test("a truncated or extended certificate is refused")
    func ends() throws {
        let bytes = try TestChain(intermediates: 0).encoded()[1]
        #expect(throws: DERError.self) { try Certificate(bytes + [0]) }
        for count in stride(from: 0, to: bytes.count, by: 7) {
            #expect(throws: DERError.self) { try Certificate(Array(bytes.prefix(count))) }
        }
    }

    private func refusal(_ change: (inout TestChain) -> Void) throws -> DERError? {
        var chain = try TestChain(intermediates: 0)
        change(&chain)
        let bytes = try chain.encoded()[1]
        return #expect(throws: DERError.self) { try Certificate(bytes) }
    }

    private func item(_ identifier: OID, _ body: @escaping (inout DERWriter) -> Void) -> (inout TestChain) -> Void {
        { $0.set(identifier, NewExtension(identifier, body), at: 1) }
    }

    @Test("an extension that breaks its type's rules makes the certificate unreadable")
    func extensions() throws {
        let bad: [(inout TestChain) -> Void] = [
            item(.basicConstraints) { writer in writer.sequence { $0.boolean(false) } },
            item(.basicConstraints) { writer in writer.sequence { $0.integer(1) } },
            item(.basicConstraints) { writer in
                writer.sequence {
                    $0.boolean(true); $0.integer(256)
                }
            },
            item(.basicConstraints) { writer in
                writer.sequence {
                    $0.boolean(true); $0.element(.integer, [0xFF])
                }
            },
            item(.basicConstraints) { writer in
                writer.sequence {
                    $0.boolean(true); $0.integer(1); $0.null()
                }
            },
            item(.keyUsage) { $0.namedBits(0) }, item(.keyUsage) { $0.namedBits(1 << 16) },
            item(.keyUsage) { $0.element(.bitString, [0, 0x80]) }, item(.keyUsage) { $0.octetString([7, 0x80]) },
            item(.extendedKeyUsage) { writer in writer.sequence { _ in } },
            item(.subjectAltName) { writer in writer.sequence { _ in } },
            item(.subjectAltName) { writer in writer.sequence { $0.generalName(.ip([1, 2, 3])) } },
            item(.subjectAltName) { writer in writer.sequence { $0.generalName(.dns("a\0b")) } },
            item(.subjectAltName) { writer in writer.sequence { $0.generalName(.dns("é")) } },
            item(.subjectAltName) { writer in writer.sequence { $0.element(.context(9, isConstructed: false), []) } },
            item(.nameConstraints) { writer in writer.sequence { _ in } },
            { $0.set(.nameConstraints, .nameConstraints(permitted: [.ip([10, 0, 0, 0, 255, 0, 255, 0])]), at: 1) },
            { $0.set(.nameConstraints, .nameConstraints(permitted: [.ip([10, 0, 0, 0])]), at: 1) },
            item(.authorityKeyIdentifier) { writer in
                writer.sequence { $0.element(.context(2, isConstructed: false), [1]) }
            },
            item(.certificatePolicies) { writer in
                writer.sequence { writer in
                    for _ in 0..<2 { writer.sequence { $0.objectIdentifier(OID(1, 2, 3)) } }
                }
            },
            { $0.parts[1].extensions.append($0.parts[1].extensions[0]) },
            { $0.parts[1].version = 1 }, { $0.parts[1].version = 3 },
        ]
        for change in bad { #expect(try refusal(change) != nil) }
    }

    @Test(
        "serial numbers have at most 20 bytes; zero and negative ones are tolerated",
        arguments: [
            ([1], true), ([0x7F], true), ([UInt8](repeating: 0x7F, count: 20), true), ([0], true),
            ([UInt8](repeating: 0x7F, count: 21), false), ([0], true), ([], true),
            ([UInt8](repeating: 0xFF, count: 20), false),
        ])
    func serialNumbers(bytes: [UInt8], isGood: Bool) throws {
        var chain = try TestChain(intermediates: 0)
        chain.parts[1].serialNumber = bytes
        #expect(((try? Certificate(chain.encoded()[1])) != nil) == isGood)
    }

    @Test("an inverted validity, and two different algorithms, are refused")
    func structure() throws {
        #expect(try refusal { $0.parts[1].notAfter = $0.parts[1].notBefore - 1 }?.reason == .notAllowed)
        let other = CertificateSigner(spki: try TestKeys.p256(0).spki, algorithm: .ecdsaSHA384) { _ in [1] }
        var chain = try TestChain(intermediates: 0)
        let name = Array(chain.parts[0].subject.encoded)
        chain.parts[1].signer = other
        let body = CertificateBody(
            serialNumber: [1], issuer: name,
            content: CertificateContent(
                subject: chain.parts[1].subject, spki: chain.parts[1].key.spki, notBefore: TestChain.now,
                notAfter: TestChain.now, extensions: []), extensions: [])
        let bytes = try other.signed(body.encoded(algorithm: try TestKeys.p256(0).algorithm))
        let error = #expect(throws: DERError.self) { try Certificate(bytes) }
        #expect(error?.detail == "the inner and outer signature algorithms differ")
        #expect(throws: DERError.self) { try Certificate.list(pem: "nothing") }
        #expect(throws: DERError.self) { try Certificate.list(pem: "-----BEGIN CERTIFICATE-----\nAAAA\n") }
    }
}
