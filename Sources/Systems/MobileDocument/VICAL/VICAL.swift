public import Foundation
public import JourneyCBOR

/// A list of issuing authorities that a provider has verified (ISO/IEC 18013-5, annex C), read and kept as received. Nothing
/// in it is believed before `verify`.
public struct VICAL: Sendable {
    /// The signed message, as received.
    public let message: COSESign1
    /// The payload, as received; keys that are not known are passed over.
    public let item: CBORItem
    /// `1.x`.
    public let version: StructureVersion
    /// Who made the list, as it says.
    public let provider: String
    public let date: Date
    /// A number that grows from list to list.
    public let issueID: UInt64?
    /// When the next list is to come; `nil` when it does not say.
    public let nextUpdate: Date?
    public let authorities: [Authority]
    /// What is wrong with the entries that cannot be used; they hide no other.
    public let unreadable: [CBORError]

    /// The most authorities of a list.
    public static let mostAuthorities = 4_096

    /// The list that these bytes are. Throws `CBORError`.
    public init(_ bytes: ArraySlice<UInt8>) throws(CBORError) {
        message = try COSESign1(bytes, limits: DocumentLimits.response)
        let payload = try CBORError.require(message.payload, .missing, at: bytes.startIndex, "the list has no payload")
        item = try CBORReader.item(in: payload, limits: DocumentLimits.response)
        _ = try item.expectMap("the list")
        version = try StructureVersion(item.expectMember("version"))
        provider = try item.expectMember("vicalProvider").expectText("vicalProvider")
        date = try item.expectMember("date").expectTime("date")
        issueID = try item["vicalIssueID"].map { id throws(CBORError) in try id.expectUnsigned("vicalIssueID") }
        nextUpdate = try item["nextUpdate"].map { next throws(CBORError) in try next.expectTime("nextUpdate") }
        var authorities: [Authority] = []
        var unreadable: [CBORError] = []
        let list = try item.expectMember("certificateInfos")
        for part in try list.expectArray("certificateInfos", count: 0...VICAL.mostAuthorities) {
            do throws(CBORError) { authorities.append(try Authority(part)) } catch { unreadable.append(error) }
        }
        self.authorities = authorities
        self.unreadable = unreadable
    }
}
