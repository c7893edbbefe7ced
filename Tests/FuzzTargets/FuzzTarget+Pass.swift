import Foundation
import JourneyBase
import JourneyCrypto
import WalletPass

extension FuzzTarget {
    /// Passes and bundles of passes: only the issuer's signatures are accepted, and unpacked contents can be packed again.
    static let pass = FuzzTarget("pass", seeds: PassSeeds.archives) { input in
        if let verified = try? PassSeeds.verifier.verify(input, at: Fixed.time) {
            promise(verified.files == PassSeeds.files, "nothing is believed but what was signed")
        }
        guard let passes = try? PassBuilder.passes(inBundle: input), let bundle = try? PassBuilder.bundle(passes) else {
            return
        }
        promise((try? PassBuilder.passes(inBundle: bundle)) == passes, "what is unpacked is packed again")
    }

    /// The content of a pass, from templates filled with untrusted text: valid content is signed, and verified as it was written.
    static let passContent = FuzzTarget("pass-content", seeds: PassSeeds.contents) { input in
        // Content, strings and a picture are one after the other, with lengths before two of them.
        var rest = input[...]
        func part() -> [UInt8] {
            let length = Int(rest.popFirst() ?? 0) << 8 | Int(rest.popFirst() ?? 0)
            defer { rest = rest.dropFirst(length) }
            return Array(rest.prefix(length))
        }
        let (strings, picture) = (part(), part())
        var files = PassSeeds.files
        files["pass.json"] = Array(rest)
        if !strings.isEmpty { files["en.lproj/pass.strings"] = strings }
        if !picture.isEmpty { files["thumbnail.png"] = picture }
        if let pass = try? PassBuilder(signer: PassSeeds.signer).build(files, at: Fixed.time) {
            guard let verified = try? PassSeeds.verifier.verify(pass, at: Fixed.time) else {
                return promise(false, "what is signed is believed")
            }
            promise(verified.files == files, "what is signed is kept")
            promise(verified.faults.allSatisfy { $0.severity == .warning }, "what is signed has no error")
        }
        if let data = try? IssuerBindingData(reading: Array(rest)) {
            promise(data.bytes == Array(rest), "what is signed is what was read")
            let link = SecurePassSession(issuerData: data.bytes, signature: [1]).link
            promise(SecurePassSession(link: link)?.issuerData == data.bytes, "a link carries what it is given")
        }
    }
}

private enum PassSeeds {
    static let files: [String: [UInt8]] = [
        "pass.json": Array(
            """
            {"formatVersion":1,"passTypeIdentifier":"pass.com.example.test","serialNumber":"SN-1",\
            "teamIdentifier":"ABCDE12345","organizationName":"Example","description":"Test pass",\
            "generic":{"primaryFields":[{"key":"member","label":"Member","value":"Ada"}]}}
            """.utf8),
        "icon.png": picture,
    ]

    /// A PNG of 29 by 29 whose pixels are not decoded.
    static let picture: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 29, 0, 0, 0, 29,
        8, 2,
        0, 0, 0, 0, 0, 0, 0,
    ]

    static let authority = Fixed.made { try IssuedSeeds.authority(named: "Fuzz Passes") }
    static let signer = Fixed.made {
        let certificate = try authority.issue(
            CertificateContent(
                subject: DistinguishedName([
                    OID(0, 9, 2_342, 19_200_300, 100, 1, 1): "pass.com.example.test", .commonName: "Pass",
                    .organizationalUnit: "ABCDE12345",
                ]), spki: Fixed.subject.publicKey.spki, notBefore: Fixed.time - 60, notAfter: Fixed.time + 3_600,
                extensions: [.keyUsage(.digitalSignature)]))
        return try PassIdentity(SigningIdentity(certificatesPEM: certificate.pem, keyPEM: Fixed.subject.pem()))
    }
    static let verifier = Fixed.made { PassVerifier(anchors: [try TrustAnchor(authority.certificate)]) }

    static let archives: [[UInt8]] = Fixed.made {
        let passes = try [true, false].map {
            try PassBuilder(signer: signer, isDeflated: $0).build(files, at: Fixed.time)
        }
        return passes + [try PassBuilder.bundle(passes)]
    }

    static let contents: [[UInt8]] = {
        func input(_ strings: String, _ picture: [UInt8], _ content: String) -> [UInt8] {
            let strings = Array(strings.utf8)
            return [strings, picture].flatMap { [UInt8($0.count >> 8), UInt8($0.count & 255)] + $0 }
                + Array(content.utf8)
        }
        let text = String(decoding: files["pass.json"] ?? [], as: UTF8.self)
        let more =
            text.dropLast() + """
                ,"barcodes":[{"format":"PKBarcodeFormatQR","message":"1","messageEncoding":"iso-8859-1"}],\
                "nfc":{"message":"m"},"backgroundColor":"rgb(1,2,3)","expirationDate":"2030-01-01T00:00:00Z",\
                "locations":[{"latitude":1.5,"longitude":2}],"webServiceURL":"https://a.example/w",\
                "authenticationToken":"0123456789abcdef","relevantDates":[{"date":"2030-01-01T00:00Z"}]}
                """
        let binding = """
            {"fidoProfile":{"relyingPartyIdentifier":"a.example","accountHash":"h"},\
            "creationTimestamp":"2026-01-02T03:04:05Z","sessionIdentifier":"s","callbackURL":"https://a.example/c",\
            "passTypeIdentifier":"pass.com.example.test","teamIdentifier":"ABCDE12345","displayableName":"E"}
            """
        return [
            input("", [], text), input("\"Member\" = \"Membre\";\n", picture, text), input("", [], String(more)),
            input("", [], binding),
        ]
    }()
}
