import JourneyCBOR
import MobileDocument
import Testing

@Suite("Items that differ from the signed ones") struct ItemTests {
    private func failures(_ change: (inout [(String, [[UInt8]])]) -> Void) async throws -> [String] {
        let shown = try await Presentation()
        var forged = try Forged(shown)
        let selection = ElementSelection(shown.request, from: shown.issued) { _ in true }
        var spaces = selection.nameSpaces.map { ($0.name, $0.items.map { Array($0.encoded) }) }
        change(&spaces)
        forged.issuerSigned = Forged.issuerSigned(spaces, auth: Array(shown.issued.issuerAuth.encoded))
        return try shown.report(try await forged.response()).documents[0].failures
    }

    private func item(_ id: UInt64, _ name: String, _ value: CBORValue, random: Int = 16) -> [UInt8] {
        CBORValue.tagged(
            24,
            .bytes(
                CBORValue.map([
                    "digestID": .unsigned(id), "random": .bytes([UInt8](repeating: 0, count: random)),
                    "elementIdentifier": .text(name), "elementValue": value,
                ]).encoded)
        ).encoded
    }

    @Test("an invented, duplicated or moved item fails")
    func items() async throws {
        #expect(try await failures { _ in }.isEmpty)
        #expect(
            try await failures { $0[0].1[0] = item(0, "family_name", "Other") }.first?.hasPrefix("digests MDOC_")
                == true)
        #expect(try await failures { $0[0].1[0] = item(99, "family_name", "Other") } == ["digests MDOC_NO_DIGEST"])
        #expect(try await failures { $0[0].1.append($0[0].1[0]) } == ["digests MDOC_DIGEST_USED_TWICE"])
        #expect(try await failures { $0[0].1.append(item(77, "family_name", "x")) } == ["digests MDOC_ELEMENT_TWICE"])
        #expect(
            try await failures { $0[0].0 = "org.iso.18013.5.1.aamva" } == [
                "digests MDOC_NO_DIGEST", "requested-only MDOC_NOT_REQUESTED",
            ])
    }

    @Test("a digest over the inside of the tag is refused")
    func inner() async throws {
        // The issuer's own bytes, wrapped with a longer head: the same item in other bytes.
        let failures = try await failures { spaces in
            let inner = spaces[0].1[0]
            // D8 18 58 LL … becomes D8 18 59 00 LL …
            spaces[0].1[0] = Array(inner[..<2]) + [0x59, 0] + Array(inner[3...])
        }
        #expect(failures == ["digests MDOC_BAD_DIGEST"])
    }

    @Test("the issuer's and the response's document type must be equal")
    func docType() async throws {
        let shown = try await Presentation()
        var forged = try Forged(shown)
        forged.docType = CBORValue.text("org.iso.18013.5.1.mDl").encoded
        let report = try shown.report(try await forged.response()).documents[0]
        #expect(report[.docType]?.code == "MDOC_DOCTYPE_MISMATCH")
        // The device authenticated the type as received, so its proof is valid: the two checks are independent.
        #expect(report[.deviceAuthentication]?.outcome == .passed)
    }
}
