import JourneyBase
import JourneyCBOR
import JourneyCrypto
import Testing

@testable import MobileDocument

@Suite("Permitted uses of a device key") struct DeviceKeyUseTests {
    /// Returns an issued document whose device key has additional members.
    private func shown(_ more: [CBORValue: CBORValue]) async throws -> Presentation {
        var shown = try await Presentation()
        let payload = try #require(shown.issued.issuerAuth.payload)
        let item = try CBORReader.item(in: payload)
        let embedded = try #require(item.tagged(24)?.bytes)
        guard case .map(var mso) = try CBORReader.item(in: embedded).value,
            case .map(var info) = mso["deviceKeyInfo"], case .map(let key) = info["deviceKey"]
        else { throw BadFixture() }
        info["deviceKey"] = .map(key.merging(more) { $1 })
        mso["deviceKeyInfo"] = .map(info)
        let changed = CBORValue.tagged(24, .bytes(CBORValue.map(mso).encoded)).encoded
        let auth = try await COSESign1(
            signing: changed, with: shown.office.signerKey, fields: .chain([shown.office.signer]))
        shown.issued = try IssuerSigned(
            IssuerSigned.encode(
                shown.issued.nameSpaces.map { ($0.name, $0.items.map(\.encoded)) }, issuerAuth: auth.encoded)[...])
        return shown
    }

    private struct BadFixture: Error {}

    @Test(
        "a device key signs, agrees, or does both where it does not say",
        arguments: [
            ([:], nil, nil), ([3: -7], nil, "MDOC_KEY_MISMATCH"), ([3: -25], "COSE_ALGORITHM_MISMATCH", nil),
            ([4: [2]], nil, "MDOC_KEY_MISMATCH"), ([4: [7]], "COSE_KEY", nil), ([4: [8]], "COSE_KEY", nil),
            ([4: [2, 7]], nil, nil), ([3: -7, 4: [7]], "COSE_KEY", "MDOC_KEY_MISMATCH"),
        ] as [([CBORValue: CBORValue], String?, String?)])
    func uses(more: [CBORValue: CBORValue], signature: String?, mac: String?) async throws {
        let shown = try await shown(more)
        for (isMAC, code) in [(false, signature), (true, mac)] {
            let report = try shown.report(try await shown.response(mac: isMAC))
            let wanted = code.map { ["device-authentication \($0)"] } ?? []
            #expect(report.documents[0].failures == wanted, "\(more), MAC: \(isMAC)")
        }
    }
}
