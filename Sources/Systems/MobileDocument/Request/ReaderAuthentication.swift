import JourneyCBOR

/// The bytes that a reader signs (ISO/IEC 18013-5, section 9.1.4.4), assembled from bytes as received or sent.
enum ReaderAuthentication {
    /// Returns ReaderAuthenticationBytes for one document's request.
    static func bytes(_ itemsRequestBytes: some Collection<UInt8>, _ transcript: SessionTranscript) -> [UInt8] {
        CBORWriter.authentication("ReaderAuthentication", [transcript.encoded[...], ArraySlice(itemsRequestBytes)])
    }

    /// Returns ReaderAuthenticationAllBytes for all documents' requests, with the info's bytes or null (second
    /// edition).
    static func allBytes(
        _ itemsRequests: [ArraySlice<UInt8>], info: ArraySlice<UInt8>?, _ transcript: SessionTranscript
    ) -> [UInt8] {
        var writer = CBORWriter(capacity: itemsRequests.reduce(64) { $0 + $1.count })
        writer.array(itemsRequests.count)
        for bytes in itemsRequests { writer.raw(bytes) }
        return CBORWriter.authentication(
            "ReaderAuthenticationAll",
            [transcript.encoded[...], writer.encoded[...], info ?? CBORValue.null.encoded[...]])
    }
}
