import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Responses to calls with an idempotency key")
struct KeyedResponseTableTests {
    /// A response, whether it answers a repeat, and its meaning.
    struct Case: Sendable, CustomStringConvertible {
        let status: Int
        var headers: HTTPFields = [:]
        var body: JSONValue = .null
        let first: KeyedResponse
        let again: KeyedResponse
        var description: String { "\(status) \(headers.fields.map(\.value)) \(body.compactText)" }
    }

    static let cases: [Case] = [
        // UK Open Banking answers a repeat with 201 and the current status, others with 200 or the first answer.
        Case(status: 201, first: .success, again: .success), Case(status: 200, first: .success, again: .success),
        Case(status: 202, first: .success, again: .success),
        Case(status: 409, first: .repeatLater, again: .repeatLater),
        Case(status: 422, first: .rejected, again: .conflict),
        Case(status: 400, first: .rejected, again: .rejected),
        // Adyen.
        Case(status: 422, headers: ["transient-error": "TRUE"], first: .repeatLater, again: .repeatLater),
        Case(status: 500, headers: ["Transient-Error": "true"], first: .repeatLater, again: .repeatLater),
        Case(status: 422, headers: ["Transient-Error": "false"], first: .rejected, again: .conflict),
        Case(status: 201, headers: ["Transient-Error": "true"], first: .success, again: .success),
        // PayPal.
        Case(
            status: 422, body: ["details": [["issue": "PAYPAL_REQUEST_ID_PREVIOUSLY_USED"]]], first: .conflict,
            again: .conflict),
        Case(status: 409, body: ["name": "DUPLICATE_REQUEST_ID"], first: .conflict, again: .conflict),
        Case(
            status: 422, body: ["details": [["issue": "ORDER_ALREADY_CAPTURED"]]], first: .conflict, again: .conflict),
        Case(status: 422, body: ["details": [["issue": "INSTRUMENT_DECLINED"]]], first: .rejected, again: .conflict),
        Case(status: 200, body: ["name": "DUPLICATE_REQUEST_ID"], first: .success, again: .success),
        Case(status: 408, first: .repeatLater, again: .repeatLater),
        Case(status: 425, first: .repeatLater, again: .repeatLater),
        Case(status: 429, first: .repeatLater, again: .repeatLater),
        Case(status: 401, first: .notExecuted, again: .notExecuted),
        Case(status: 404, first: .notExecuted, again: .notExecuted),
        Case(status: 500, first: .repeatLater, again: .repeatLater),
        Case(status: 503, first: .repeatLater, again: .repeatLater),
        Case(status: 302, first: .unknown, again: .unknown), Case(status: 100, first: .unknown, again: .unknown),
    ]

    @Test("mean what the table says, first and repeated", arguments: cases)
    func table(row: Case) {
        let response = HTTPResponse.json(row.body, status: row.status, headers: row.headers)
        let table = KeyedResponseTable.standard
        #expect(table.meaning(of: response, isRepeat: false) == row.first)
        #expect(table.meaning(of: response, isRepeat: true) == row.again)
    }

    @Test("conclude nothing from a body that is no JSON, or too large")
    func bodies() {
        let table = KeyedResponseTable.standard
        let large = "[\"" + String(repeating: "DUPLICATE_REQUEST_ID", count: 1_000) + "\"]"
        for body in ["{\"name\": \"DUPLICATE_REQUEST_ID\"", "DUPLICATE_REQUEST_ID", large] {
            let response = HTTPResponse(status: 422, body: Array(body.utf8))
            #expect(table.meaning(of: response, isRepeat: false) == .rejected)
        }
    }

    @Test("leave the call unknown unless the bank has rejected it or not looked at it")
    func conclusions() {
        #expect(KeyedResponse.rejected.conclusion(status: 422) == .judged)
        #expect(KeyedResponse.notExecuted.conclusion(status: 401) == .notDone)
        #expect(KeyedResponse.repeatLater.conclusion(status: 429) == .notDone)
        for meaning in [KeyedResponse.repeatLater, .conflict, .unknown] {
            #expect(meaning.conclusion(status: 409) == .unknown)
        }
    }

    @Test("every row of the table decides some case")
    func rows() {
        let table = KeyedResponseTable.standard
        for index in table.rows.indices {
            var rest = table.rows
            rest.remove(at: index)
            let less = KeyedResponseTable(rows: rest)
            #expect(
                Self.cases.contains { row in
                    let response = HTTPResponse.json(row.body, status: row.status, headers: row.headers)
                    return [false, true].contains {
                        less.meaning(of: response, isRepeat: $0) != table.meaning(of: response, isRepeat: $0)
                    }
                }, "\(table.rows[index].statuses) \(table.rows[index].source)")
        }
    }
}
