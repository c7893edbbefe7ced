import JourneyBase
import Testing

@testable import JourneyCrypto

@Suite("Distinguished names")
struct DistinguishedNameTests {
    /// Returns a name with a single common name, whose value has this tag.
    private func name(_ tag: DERTag, _ text: String, type: OID = .commonName) throws -> DistinguishedName {
        let bytes = DERWriter.bytes { writer in
            writer.sequence { writer in
                writer.element(.set) { writer in
                    writer.sequence { writer in
                        writer.objectIdentifier(type)
                        writer.element(tag, Array(text.utf8))
                    }
                }
            }
        }
        return try DistinguishedName(DERReader.element(.sequence, in: bytes[...]))
    }

    @Test(
        "values are equal if only case, spaces and string type differ",
        arguments: [
            (DERTag.utf8String, "Example Bank", true), (.printableString, "Example Bank", true),
            (.ia5String, "EXAMPLE BANK", true), (.utf8String, "  example   bank ", true),
            (.utf8String, "ExampleBank", false),
            (.utf8String, "Example Banc", false), (.utf8String, "Example Bank.", false), (.utf8String, "", false),
            (.teletexString, "Example Bank", false), (.visibleString, "Example Bank", false),
            (.utf8String, "Ｅxample Bank", false),
        ])
    func matching(tag: DERTag, text: String, isMatch: Bool) throws {
        let bank = try name(.utf8String, "Example Bank")
        let other = try name(tag, text)
        #expect(bank.matches(other) == isMatch)
        #expect(other.matches(bank) == isMatch)
        #expect(other.matches(other))
    }

    @Test("letters beyond ASCII are compared exactly")
    func unicode() throws {
        let composed = try name(.utf8String, "Gr\u{F6}n")
        #expect(try composed.matches(name(.utf8String, "gr\u{F6}N")))
        #expect(try !composed.matches(name(.utf8String, "GR\u{D6}N")))
        #expect(try !composed.matches(name(.utf8String, "Gro\u{308}n")))
    }

    @Test("another type or order makes another name, and a longer name is subordinate")
    func structure() throws {
        let (a, b) = (
            try DistinguishedName([.country: "NO", .commonName: "A"]),
            try DistinguishedName([.commonName: "A", .country: "NO"])
        )
        #expect(!a.matches(b))
        let country = try DistinguishedName([.country: "no"])
        #expect(!a.matches(country))
        #expect(a.begins(with: country))
        #expect(!country.begins(with: a))
        #expect(!b.begins(with: country))
        #expect(a.begins(with: try DistinguishedName([:])))
        #expect(try !name(.utf8String, "A").matches(name(.utf8String, "A", type: .organization)))
    }

    @Test("an excluded name cannot be bypassed by a loosely equal spelling")
    func excluded() throws {
        let evil = try DistinguishedName([.organization: "Evil"])
        let value = NewExtension.nameConstraints(excluded: [.directory(evil)]).value
        let constraints = try NameConstraints(DERReader.element(.sequence, in: value[...]))
        for (text, isRefused) in [
            ("Evil", true), ("EVIL", true), ("Ｅｖｉｌ", true), ("Evi\u{AD}l", true), ("Good", false),
        ] {
            var chain = try TestChain(intermediates: 0)
            chain.parts[1].subject = try DistinguishedName([.organization: text])
            let leaf = try Certificate(try chain.encoded()[1])
            var isAllowed = true
            do throws(CertificateError) { try constraints.check(leaf, at: 0) } catch { isAllowed = false }
            #expect(isAllowed != isRefused, "\(text)")
        }
    }

    @Test("texts that an attribute cannot hold are refused")
    func refused() {
        #expect(throws: DERError.self) { try DistinguishedName([.commonName: "a\0b"]) }
        #expect(throws: DERError.self) { try DistinguishedName([.commonName: "a\nb"]) }
        #expect(throws: DERError.self) { try DistinguishedName([.country: "Ö"]) }
        #expect(throws: DERError.self) { try DistinguishedName([.emailAddress: "ö@example"]) }
    }
}
