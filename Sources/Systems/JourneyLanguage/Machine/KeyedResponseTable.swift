package import JourneyBase

/// The meaning of a response to a call that carries an idempotency key.
package enum KeyedResponse: String, Hashable, Sendable, CaseIterable {
    /// Executed, now or when the key was first seen.
    case success
    /// Nothing is decided yet: the same bytes are sent again under the same key, after a wait.
    case repeatLater
    /// The bank knows the key with another request, or with an effect that this response does not show. The call is not sent
    /// again, and its result counts as unknown.
    case conflict
    /// Evaluated and rejected. A corrected request needs a new key.
    case rejected
    /// Not evaluated, and not executed.
    case notExecuted
    /// Possibly executed.
    case unknown
}

/// The table of responses to keyed calls: the first row that matches decides.
///
/// Its rows are those of the IETF's `draft-ietf-httpapi-idempotency-key-header-07`, UK Open Banking, PayPal and Adyen. A bank that
/// uses no idempotency conventions of its own is met by the general rows.
package struct KeyedResponseTable: Sendable {
    package struct Row: Sendable {
        let statuses: ClosedRange<Int>
        /// `true` for responses to a repeat, `false` for those to a first send, `nil` for both.
        var isRepeat: Bool?
        /// A header and the value that it must have, compared without regard to case.
        var header: (name: String, value: String)?
        /// Codes of which the body must have one, in the members where banks put them.
        var codes: Set<String> = []
        package let meaning: KeyedResponse
        /// The API or the document that the row comes from.
        package let source: String
    }

    package let rows: [Row]

    /// The table of all published conventions.
    package static let standard = KeyedResponseTable(rows: [
        // UK Open Banking and PayPal answer a repeat with the current status, Adyen with the first answer.
        Row(statuses: 200...299, meaning: .success, source: "all"),
        Row(
            statuses: 300...599, header: ("Transient-Error", "true"), meaning: .repeatLater,
            source: "Adyen: the same key may be used again"),
        Row(
            statuses: 400...499, codes: ["PAYPAL_REQUEST_ID_PREVIOUSLY_USED", "DUPLICATE_REQUEST_ID"],
            meaning: .conflict, source: "PayPal: the key belongs to another request"),
        Row(
            statuses: 400...499, codes: ["ORDER_ALREADY_CAPTURED", "ORDER_ALREADY_AUTHORIZED"],
            meaning: .conflict, source: "PayPal: the effect exists; read it"),
        Row(statuses: 409...409, meaning: .repeatLater, source: "IETF: the first request is still running"),
        Row(
            statuses: 422...422, isRepeat: true, meaning: .conflict,
            source: "IETF: the key belongs to another payload"),
        Row(statuses: 400...400, meaning: .rejected, source: "all"),
        Row(statuses: 422...422, meaning: .rejected, source: "all"),
        Row(statuses: 408...408, meaning: .repeatLater, source: "RFC 9110, section 15.5.9"),
        Row(statuses: 425...425, meaning: .repeatLater, source: "RFC 8470, section 5.2"),
        Row(statuses: 429...429, meaning: .repeatLater, source: "RFC 6585, section 4"),
        Row(statuses: 400...499, meaning: .notExecuted, source: "all"),
        Row(statuses: 500...599, meaning: .repeatLater, source: "all"),
    ])

    /// Returns the meaning of a response.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - isRepeat: `true` if the same request may have reached the bank before.
    /// - Returns: The meaning; `unknown` where no row matches.
    package func meaning(of response: HTTPResponse, isRepeat: Bool) -> KeyedResponse {
        var codes: Set<String>?
        for row in rows where row.statuses.contains(response.status) && (row.isRepeat ?? isRepeat) == isRepeat {
            if let header = row.header,
                response.headers[header.name]?.lowercased() != header.value
            {
                continue
            }
            if !row.codes.isEmpty {
                let found = codes ?? KeyedResponseTable.codes(in: response)
                codes = found
                guard !found.isDisjoint(with: row.codes) else { continue }
            }
            return row.meaning
        }
        return .unknown
    }

    private static let limits = JSONLimits(bytes: 16_384, depth: 8, values: 512)

    /// Returns the codes of an error body: `name`, `code`, `errorCode`, and `issue` or `code` of each entry of `details` and
    /// `errors`.
    private static func codes(in response: HTTPResponse) -> Set<String> {
        guard let body = try? JSONReader.read(response.body, limits: limits) else { return [] }
        var codes = ["name", "code", "errorCode"].compactMap { body[$0]?.string }
        for list in ["details", "errors", "Errors"] {
            for entry in body[list]?.array ?? [] {
                codes += ["issue", "code", "ErrorCode"].compactMap { entry[$0]?.string }
            }
        }
        return Set(codes)
    }
}

extension KeyedResponse {
    /// The conclusion from a failed call: what is known of its effect after its last response.
    package func conclusion(status: Int) -> CallRefusal {
        switch self {
        case .rejected: .judged
        case .notExecuted: .notDone
        // Refused before it was looked at, however often.
        case .repeatLater where status == 425 || status == 429: .notDone
        case .success, .repeatLater, .conflict, .unknown: .unknown
        }
    }
}
