import JourneyCBOR

/// What a reader signs (ISO/IEC 18013-5, section 9.1.4.4), put together from bytes as they were received or sent.
enum ReaderAuthentication {
    /// ReaderAuthenticationBytes: for one document's request.
    static func bytes(_ itemsRequestBytes: some Collection<UInt8>, _ transcript: SessionTranscript) -> [UInt8] {
        var writer = CBORWriter(capacity: itemsRequestBytes.count + transcript.encoded.count + 32)
        writer.array(3)
        writer.text("ReaderAuthentication")
        writer.raw(transcript.encoded)
        writer.raw(itemsRequestBytes)
        return embedded(writer.encoded)
    }

    /// ReaderAuthenticationAllBytes: for all documents' requests, with the info's bytes or null (second edition).
    static func allBytes(
        _ itemsRequests: [ArraySlice<UInt8>], info: ArraySlice<UInt8>?, _ transcript: SessionTranscript
    ) -> [UInt8] {
        var writer = CBORWriter(capacity: itemsRequests.reduce(transcript.encoded.count + 64) { $0 + $1.count })
        writer.array(4)
        writer.text("ReaderAuthenticationAll")
        writer.raw(transcript.encoded)
        writer.array(itemsRequests.count)
        for bytes in itemsRequests { writer.raw(bytes) }
        if let info { writer.raw(info) } else { writer.null() }
        return embedded(writer.encoded)
    }

    private static func embedded(_ bytes: [UInt8]) -> [UInt8] {
        var writer = CBORWriter(capacity: bytes.count + 8)
        writer.embedded(bytes)
        return writer.encoded
    }
}
