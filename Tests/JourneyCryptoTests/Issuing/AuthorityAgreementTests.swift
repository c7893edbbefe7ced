import Foundation
import JourneyBase
import TestSupport
import Testing

@testable import JourneyCrypto

/// Interoperability of certificates and revocation lists, in both directions.
@Suite("Certificate and revocation list interoperability")
struct AuthorityAgreementTests {
    @Test("OpenSSL displays our revocation list and checks chains with it")
    func list() throws {
        let town = try CMSSignerFixture()
        let folder = try Scratch()
        let number = Array(town.identity.certificate.serialNumber)
        let list = try town.below.revocationList(
            of: [.init(serialNumber: number, date: TestChain.now - 60, reason: 4)], number: 12,
            thisUpdate: TestChain.now - 30, nextUpdate: TestChain.now + 500)
        #expect(list.entry(for: town.identity.certificate) == .init(date: TestChain.now - 60, reason: 4))
        #expect(try RevocationList.list(pem: list.pem)[0].encoded == list.encoded)
        let file = try folder.write(list.pem, "list.pem")
        let shown = try openssl(["crl", "-in", file, "-noout", "-text"]).text
        for part in ["Version 2", "CN = Issuing", "Superseded", Hex.encode(number).uppercased()] {
            #expect(shown.contains(part), "\(part)")
        }
        let root = try folder.write(town.root.certificate.pem, "root.pem")
        let others = try folder.write(town.below.certificate.pem, "below.pem")
        let own = try folder.write(town.identity.certificate.pem, "own.pem")
        let verify = [
            "verify", "-x509_strict", "-attime", "\(Int(TestChain.now.timeIntervalSince1970))", "-CAfile", root,
            "-untrusted", others,
        ]
        #expect(try openssl(verify + [own]).status == 0)
        let refused = try openssl(verify + ["-crl_check", "-CRLfile", file, own])
        #expect(refused.text.contains("certificate revoked"))
    }

    @Test("a revocation list made by OpenSSL is read and trusted")
    func theirList() throws {
        let town = try CMSSignerFixture()
        let folder = try Scratch()
        let below = try folder.write(town.below.certificate.pem, "ca.pem")
        let own = try folder.write(town.identity.certificate.pem, "own.pem")
        // The fixture's issuing key is shared by these tests; a new authority has its own.
        let key = try P256PrivateKey.generate()
        let authority = try CertificateAuthority.root(
            subject: DistinguishedName([.commonName: "Issuing"]), signer: CertificateSigner(key),
            notBefore: Date() - 60, notAfter: Date() + 86_400)
        let keyFile = try folder.write(key.pem(), "key.pem")
        let root = try folder.write(authority.certificate.pem, "root.pem")
        #expect(!below.isEmpty)
        _ = try folder.write("", "index")
        _ = try folder.write("1000\n", "number")
        let configuration = try folder.write(
            """
            [ca]
            default_ca = d
            [d]
            database = \(folder.path)/index
            crlnumber = \(folder.path)/number
            default_md = sha256
            default_crl_days = 1
            crl_extensions = e
            [e]
            authorityKeyIdentifier = keyid
            """, "ca.cnf")
        let common = ["ca", "-config", configuration, "-keyfile", keyFile, "-cert", root]
        #expect(try openssl(common + ["-revoke", own, "-crl_reason", "keyCompromise"]).status == 0)
        #expect(try openssl(common + ["-gencrl", "-out", folder.path + "/list.pem"]).status == 0)
        let text = String(decoding: try folder.read("list.pem"), as: UTF8.self)
        let list = try RevocationList.list(pem: text)[0]
        #expect(list.revoked.count == 1)
        #expect(list.entry(for: town.identity.certificate)?.reason == 1)
        #expect(list.issuer.matches(authority.certificate.subject))
    }

    @Test("a certificate made by OpenSSL is read as OpenSSL displays it")
    func theirCertificate() throws {
        let folder = try Scratch()
        let (key, out) = (folder.path + "/key.pem", folder.path + "/own.pem")
        let made = try openssl([
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", out, "-days", "2", "-subj",
            "/C=NO/O=Grønn Bank/CN=*.example.com/emailAddress=a@example.com", "-utf8", "-addext",
            "subjectAltName=DNS:*.example.com,IP:192.0.2.1,IP:2001:db8::1,email:a@example.com,URI:https://example.com/",
            "-addext", "certificatePolicies=1.2.3.4", "-addext", "crlDistributionPoints=URI:https://example.com/list",
            "-addext", "nameConstraints=permitted;DNS:example.com,excluded;IP:10.0.0.0/255.0.0.0",
        ])
        #expect(made.status == 0, "\(made.text)")
        let own = try Certificate.list(pem: String(decoding: folder.read("own.pem"), as: UTF8.self))[0]
        #expect(own.subject.values(of: .organization) == ["Grønn Bank"])
        #expect(own.subjectAltName?.count == 5)
        #expect(own.certificatePolicies == [OID(1, 2, 3, 4)])
        #expect(own.distributionPoints?.count == 1)
        #expect(own.nameConstraints?.permitted.count == 1)
        #expect(own.basicConstraints?.isAuthority == true)
        #expect(throws: Never.self) { try own.publicKey() }
        #expect(ServerName("a.example.com")?.isNamed(by: own) == true)
        #expect(ServerName("2001:db8:0::1")?.isNamed(by: own) == true)
        #expect(ServerName("[2001:db8::1]")?.isNamed(by: own) == true)
        #expect(ServerName("example.com")?.isNamed(by: own) == false)
    }

    @Test(
        "Python's cryptography reads every part of our certificates and lists",
        .enabled(if: Python.isPresent, "\(Python.missing)"))
    func python() throws {
        let town = try CMSSignerFixture()
        let folder = try Scratch()
        let list = try town.below.revocationList(
            of: [.init(serialNumber: [0x2A], date: TestChain.now)], number: 3, thisUpdate: TestChain.now,
            nextUpdate: TestChain.now + 60)
        let output = try Python.run(
            """
            import sys
            from cryptography import x509
            read = lambda path: open(path, 'rb').read()
            own, below, root = [x509.load_der_x509_certificate(read(p)) for p in sys.argv[1:4]]
            crl = x509.load_der_x509_crl(read(sys.argv[4]))
            own.verify_directly_issued_by(below)
            below.verify_directly_issued_by(root)
            assert crl.is_signature_valid(below.public_key())
            assert crl.get_revoked_certificate_by_serial_number(42) is not None
            basic = below.extensions.get_extension_for_class(x509.BasicConstraints)
            print(own.subject.rfc4514_string(), basic.critical, basic.value.ca, basic.value.path_length,
                crl.extensions.get_extension_for_class(x509.CRLNumber).value.crl_number)
            """,
            [
                try folder.write(town.identity.certificate.encoded, "own"),
                try folder.write(town.below.certificate.encoded, "below"),
                try folder.write(town.root.certificate.encoded, "root"), try folder.write(list.encoded, "list"),
            ])
        #expect(output == "CN=Signer True True 0 3")
    }

    @Test(
        "chains made by Python's cryptography get the intended verdict",
        .enabled(if: Python.isPresent, "\(Python.missing)"))
    func theirChain() throws {
        let output = try Python.run(Self.script)
        let parts = output.split(separator: "\n").compactMap { Hex.decode($0) }
        try #require(parts.count == 4)
        let (root, below) = (try Certificate(parts[0]), try Certificate(parts[1]))
        let validator = CertificateValidator(anchors: [try TrustAnchor(root)], profile: .tlsServer)
        let host = ServerName("a.example.com")
        for (index, leaf) in parts[2...].enumerated() {
            let leaf = try Certificate(leaf)
            let isGood = (try? validator.validate(leaf, intermediates: [below], at: TestChain.now, host: host)) != nil
            #expect(isGood == (index == 0))
        }
    }

    /// A script that prints, in hexadecimal, an RSA root, a P-384 intermediate, a valid Ed25519 leaf and one outside the name
    /// constraints.
    private static let script = """
        import datetime
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
        from cryptography.x509.oid import NameOID, ExtendedKeyUsageOID as EKU
        start = datetime.datetime.fromtimestamp(1799990000, datetime.timezone.utc)
        end = start + datetime.timedelta(days=2)
        name = lambda text: x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])
        def make(subject, key, issuer, signer, *extensions):
            builder = x509.CertificateBuilder(name(issuer), name(subject), key.public_key(), x509.random_serial_number(),
                start, end)
            for value, critical in extensions: builder = builder.add_extension(value, critical)
            builder = builder.add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False)
            builder = builder.add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), False)
            made = builder.sign(signer, hashes.SHA384() if isinstance(signer, ec.EllipticCurvePrivateKey) else hashes.SHA256())
            print(made.public_bytes(serialization.Encoding.DER).hex())
        usage = lambda **on: x509.KeyUsage(**{k: on.get(k, False) for k in ['digital_signature', 'content_commitment',
            'key_encipherment', 'data_encipherment', 'key_agreement', 'key_cert_sign', 'crl_sign', 'encipher_only',
            'decipher_only']})
        root, below, leaf = rsa.generate_private_key(65537, 2048), ec.generate_private_key(ec.SECP384R1()), \\
            ed25519.Ed25519PrivateKey.generate()
        authority = lambda length: [(x509.BasicConstraints(True, length), True), (usage(key_cert_sign=True), True)]
        server = lambda host: [(usage(digital_signature=True), True), (x509.ExtendedKeyUsage([EKU.SERVER_AUTH]), False),
            (x509.SubjectAlternativeName([x509.DNSName(host)]), False)]
        make('Root', root, 'Root', root, *authority(1))
        make('Below', below, 'Root', root, *authority(0),
            (x509.NameConstraints([x509.DNSName('example.com')], None), True))
        make('Leaf', leaf, 'Below', below, *server('*.example.com'))
        make('Leaf', leaf, 'Below', below, *server('a.example.org'))
        """
}
