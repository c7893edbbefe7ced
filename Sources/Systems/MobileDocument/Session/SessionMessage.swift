import JourneyCBOR
import JourneyCrypto

/// The format of session messages (ISO/IEC 18013-5, section 9.1.1.4), parsed strictly because the envelope is not
/// authenticated.
enum SessionMessage {
    /// A session establishment, the reader's first message.
    struct Establishment {
        /// EReaderKeyBytes: the key under tag 24, as received.
        let keyBytes: [UInt8]
        let key: PublicKey
        /// The range of the ciphertext in the message.
        let data: Range<Int>
    }

    /// Session data, every later message.
    struct Data {
        /// The range of the ciphertext in the message; `nil` without data.
        let data: Range<Int>?
        let status: SessionStatus?
    }

    /// Parses a session establishment of exactly two members. Errors of the form have status 11, errors of the key
    /// status 10.
    static func establishment(_ message: [UInt8]) throws(ChannelError) -> Establishment {
        let keyItem: CBORItem
        let inner: CBORItem
        let data: Range<Int>
        do throws(CBORError) {
            let item = try CBORReader.item(in: message[...], limits: DocumentLimits.session)
            try item.require(
                item.expectMap("a session establishment").count == 2, "a session establishment must have two members")
            keyItem = try item.expectMember("eReaderKey")
            inner = try keyItem.expectEmbedded("the reader's key", limits: DocumentLimits.engagement)
            data = try place(item.expectMember("data"))
        } catch { throw ChannelError(.undecodable, status: .decodingError, cause: error) }
        do throws(CBORError) {
            let key = try Engagement.agreementKey(keyItem)
            return Establishment(keyBytes: Array(keyItem.encoded), key: key, data: data)
        } catch {
            let placed = error.offset >= inner.offset ? error : CBORError(error.reason, at: inner.offset, error.detail)
            throw ChannelError(.badKey, status: .encryptionError, cause: placed)
        }
    }

    /// Parses data, a status or both, and nothing else.
    static func data(_ message: [UInt8]) throws(ChannelError) -> Data {
        do throws(CBORError) {
            let item = try CBORReader.item(in: message[...], limits: DocumentLimits.session)
            let members = try item.expectMap("a session's message")
            let data = try item["data"].map(place)
            let status = try item["status"]?.expectUnsigned("the status")
            guard !members.isEmpty, members.count == (data == nil ? 0 : 1) + (status == nil ? 0 : 1) else {
                throw CBORError(
                    .notAllowed, at: item.offset, "a session message must have data, a status or both, and nothing else"
                )
            }
            return Data(data: data, status: status.map(SessionStatus.init))
        } catch { throw ChannelError(.undecodable, status: .decodingError, cause: error) }
    }

    /// Returns the range of the ciphertext. A string in chunks has none and is refused.
    private static func place(_ item: CBORItem) throws(CBORError) -> Range<Int> {
        guard !item.isInPieces else {
            throw CBORError(.notAllowed, at: item.offset, "the data is an indefinite-length string")
        }
        return try item.expectBytes("the data").indices
    }

    /// Returns a message with a status alone.
    static func status(_ status: SessionStatus) -> [UInt8] {
        CBORValue.map(["status": .unsigned(status.number)]).encoded
    }
}
