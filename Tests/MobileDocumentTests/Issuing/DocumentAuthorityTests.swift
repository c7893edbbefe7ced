import Foundation
import JourneyCrypto
import MobileDocument
import TestSupport
import Testing

@Suite("Document certificates") struct DocumentAuthorityTests {
    @Test("an authority and its signer have the profile of annex B")
    func profiles() throws {
        let office = try DocumentIssuerFixture()
        let root = office.authority.authority.certificate
        #expect(root.isIssued(by: root) && root.basicConstraints == BasicConstraints(isAuthority: true, pathLength: 0))
        #expect(root.keyUsage == [.keyCertSign, .crlSign] && root.subject.values(of: .country) == ["UT"])
        #expect(root.issuerAltName?.count == 1 && root.distributionPoints?.count == 1)
        #expect(root.extension(.basicConstraints)?.isCritical == true && root.extension(.keyUsage)?.isCritical == true)
        let signer = office.signer
        #expect(signer.isIssued(by: root) && signer.keyUsage == .digitalSignature && signer.basicConstraints == nil)
        #expect(signer.extendedKeyUsage == [.documentSigner] && signer.extension(.extendedKeyUsage)?.isCritical == true)
        #expect(signer.authorityKeyIdentifier?.keyIdentifier == root.subjectKeyIdentifier)
        #expect(signer.subjectKeyIdentifier != nil && signer.issuerAltName?.count == 1)
        #expect("\(OID.documentSigner)" == "1.0.18013.5.1.2" && "\(OID.vicalSigner)" == "1.0.18013.5.1.8")
    }

    @Test("OpenSSL accepts the path and refuses it under another authority")
    func openssl() throws {
        let office = try DocumentIssuerFixture()
        let folder = try Scratch()
        let root = try folder.write(office.authority.authority.certificate.pem, "root.pem")
        let other = try folder.write(try DocumentIssuerFixture().authority.authority.certificate.pem, "other.pem")
        let signer = try folder.write(office.signer.pem, "signer.pem")
        let time = ["-attime", "\(Int(DocumentIssuerFixture.now.timeIntervalSince1970))", "-x509_strict"]
        let good = try run("openssl", ["verify"] + time + ["-CAfile", root, signer])
        #expect(good.status == 0, "\(good.text)")
        #expect(try run("openssl", ["verify"] + time + ["-CAfile", other, signer]).status != 0)
    }

    @Test("another country or state, and a lifetime that is too long or empty, are refused")
    func refusals() throws {
        let office = try DocumentIssuerFixture(name: .init(commonName: "A", country: "UT", state: "North"))
        let spki = office.signerKey.publicKey.spki
        func reason(_ name: DocumentAuthority.Name, _ from: Double, _ to: Double) -> IssuingError.Reason? {
            do throws(IssuingError) {
                _ = try office.authority.documentSigner(
                    name, spki: spki, notBefore: DocumentIssuerFixture.now + from * DocumentIssuerFixture.day,
                    notAfter: DocumentIssuerFixture.now + to * DocumentIssuerFixture.day)
                return nil
            } catch { return error.reason }
        }
        #expect(reason(.init(commonName: "S", country: "UT", state: "North"), 0, 457) == nil)
        #expect(reason(.init(commonName: "S", country: "UT", state: "North"), 0, 458) == .validity)
        #expect(reason(.init(commonName: "S", country: "UT", state: "North"), 1, 1) == .validity)
        #expect(reason(.init(commonName: "S", country: "UT", state: "North"), -101, 1) == .validity)
        #expect(reason(.init(commonName: "S", country: "UT", state: "South"), 0, 1) == .certificate)
        #expect(reason(.init(commonName: "S", country: "UT"), 0, 1) == .certificate)
        #expect(reason(.init(commonName: "S", country: "UU", state: "North"), 0, 1) == .certificate)
        for country in ["ut", "U", "UTO", "Ü1", ""] {
            let error = #expect(throws: IssuingError.self) {
                try DocumentIssuerFixture(name: .init(commonName: "A", country: country))
            }
            #expect(error?.reason == .certificate, "\(country)")
        }
    }
}
