package import JourneyCBOR
import JourneyCrypto

/// The session transcript (ISO/IEC 18013-5, section 9.1.5.1), on which every key and signature of a presentation
/// depends.
///
/// It is assembled from bytes as received or sent; nothing is encoded again.
public struct SessionTranscript: Hashable, Sendable {
    /// The encoded `SessionTranscript`: an array of three.
    package let encoded: [UInt8]

    /// Creates the transcript of a session in proximity or by reverse engagement. DeviceEngagementBytes and
    /// EReaderKeyBytes are items under tag 24, as received.
    package init(
        engagementBytes: some Collection<UInt8>, readerKeyBytes: some Collection<UInt8>, handover: Handover
    ) {
        var writer = CBORWriter(
            capacity: engagementBytes.count + readerKeyBytes.count + handover.encoded.count + 16)
        writer.array(3)
        writer.raw(engagementBytes)
        writer.raw(readerKeyBytes)
        writer.raw(handover.encoded)
        encoded = writer.encoded
    }

    /// Creates the transcript of an online presentation, without engagement and reader's key (ISO/IEC 18013-7).
    package init(_ handover: Handover) {
        var writer = CBORWriter(capacity: handover.encoded.count + 3)
        writer.array(3)
        writer.null()
        writer.null()
        writer.raw(handover.encoded)
        encoded = writer.encoded
    }

    /// Parses a stored transcript: `SessionTranscript` or `SessionTranscriptBytes`, an array of three that begins with
    /// two items under tag 24 or two nulls. Throws `CBORError`.
    package init(reading bytes: ArraySlice<UInt8>) throws(CBORError) {
        let outer = try CBORReader.item(in: bytes, limits: DocumentLimits.transcript)
        let item =
            outer.tagged(24) == nil
            ? outer : try outer.expectEmbedded("the session transcript", limits: DocumentLimits.transcript)
        let parts = try item.expectArray("the session transcript", count: 3...3)
        if !(parts[0].isNull && parts[1].isNull) {
            _ = try parts[0].expectEmbedded("the device engagement", limits: DocumentLimits.engagement)
            _ = try parts[1].expectEmbedded("the reader's key", limits: DocumentLimits.engagement)
        }
        encoded = Array(item.encoded)
    }

    /// `SessionTranscriptBytes`: the transcript in a byte string under tag 24.
    public var bytes: [UInt8] { CBORWriter.embedding(encoded) }

    /// The SHA-256 of `bytes`: the salt of every key derivation of the session.
    package var salt: [UInt8] { SHA256.hash(bytes) }
}
