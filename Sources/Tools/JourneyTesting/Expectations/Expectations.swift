public import JourneyBase
public import JourneyScreens

/// The error of a failed expectation: one sentence with the expected and the actual value.
///
/// It is an ordinary error, so the expectations work in Swift Testing and XCTest alike: `try sandbox.events.expect…` fails the
/// test with the sentence.
public struct UnmetExpectation: Error, Hashable, CustomStringConvertible {
    /// The sentence.
    public let description: String
}

/// Compares two lists; the sentence names the first difference.
func expectSame(_ actual: [String], _ expected: [String], _ what: String) throws(UnmetExpectation) {
    guard actual != expected else { return }
    let place = zip(actual, expected).enumerated().first { $1.0 != $1.1 }?.offset ?? min(actual.count, expected.count)
    func word(_ list: [String]) -> String { place < list.count ? "“\(list[place])”" : "nothing" }
    throw UnmetExpectation(
        description: "\(what), number \(place + 1): expected \(word(expected)), found \(word(actual)). "
            + "Found in all: \(actual.isEmpty ? "nothing" : actual.joined(separator: ", ")).")
}

extension EventRecorder {
    /// Expects exactly the events with these names, in this order.
    ///
    /// - Parameter names: The names.
    /// - Throws: `UnmetExpectation`.
    public func expectEvents(_ names: [String]) throws(UnmetExpectation) {
        try expectSame(self.names, names, "Events")
    }

    /// Expects the events with these names in this order, with any others before, between and after them.
    ///
    /// - Parameter names: The names.
    /// - Throws: `UnmetExpectation`.
    public func expectInOrder(_ names: [String]) throws(UnmetExpectation) {
        var rest = self.names[...]
        for name in names {
            guard let index = rest.firstIndex(of: name) else {
                let all = self.names.joined(separator: ", ")
                throw UnmetExpectation(description: "Expected the event “\(name)” in this order; found: \(all).")
            }
            rest = rest[(index + 1)...]
        }
    }

    /// Expects exactly one event with this name.
    ///
    /// - Parameter name: The name.
    /// - Returns: The event's attributes.
    /// - Throws: `UnmetExpectation`.
    @discardableResult
    public func expectOne(_ name: String) throws(UnmetExpectation) -> [String: JSONValue] {
        let found = entries(name)
        guard found.count == 1, let only = found.first else {
            throw UnmetExpectation(description: "Expected one event “\(name)”, found \(found.count).")
        }
        return only.attributes
    }

    /// Expects that no attribute of any event contains `text`, such as a secret or personal data.
    ///
    /// - Parameter text: The text.
    /// - Throws: `UnmetExpectation`.
    public func expectNowhere(_ text: String) throws(UnmetExpectation) {
        for entry in entries
        where String(decoding: JSONValue.object(entry.attributes).compactBytes, as: UTF8.self).contains(text) {
            throw UnmetExpectation(description: "An event “\(entry.name)” contains the text that must not occur.")
        }
    }
}

/// A transport that records its requests.
public protocol RecordingTransport: HTTPTransport {
    /// The requests so far, in order.
    var requests: [HTTPRequest] { get }
}

extension ServiceTransport: RecordingTransport {}
extension ScriptedTransport: RecordingTransport {}

extension RecordingTransport {
    /// Expects exactly these requests, each as `METHOD /path`, in this order. Queries are left out, because they may hold values.
    ///
    /// - Parameter lines: The requests.
    /// - Throws: `UnmetExpectation`.
    public func expectRequests(_ lines: [String]) throws(UnmetExpectation) {
        try expectSame(requests.map { "\($0.method.rawValue) \($0.url.path)" }, lines, "Requests")
    }

    /// Expects that the requests to `origin`, and only those, have the header field `name`.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - origin: The origin.
    /// - Throws: `UnmetExpectation`.
    public func expectHeader(_ name: String, onlyTo origin: Origin) throws(UnmetExpectation) {
        for request in requests where (request.headers[name] != nil) != (request.url.origin == origin) {
            let what = request.url.origin == origin ? "lacks" : "carries"
            throw UnmetExpectation(
                description:
                    "The request \(request.method.rawValue) \(request.url.path) to \(request.url.origin) \(what) \(name)."
            )
        }
    }
}

extension ScriptedPage {
    /// Expects that pages were loaded from these paths in this order, that no script threw, and that the engine was closed.
    ///
    /// - Parameter paths: The paths.
    /// - Throws: `UnmetExpectation`.
    public func expectPages(_ paths: [String]) throws(UnmetExpectation) {
        try expectSame(loads.map(\.path), paths, "Pages")
        if let fault = faults.first { throw UnmetExpectation(description: "The script of a page threw: \(fault).") }
        guard isClosed else { throw UnmetExpectation(description: "The web container was not closed.") }
    }
}

extension ScriptedPresenter {
    /// Expects that the screens with these ids were shown in this order, that each was answered by the script, and that no answer
    /// is left.
    ///
    /// - Parameter ids: The screens' ids.
    /// - Throws: `UnmetExpectation`.
    public func expectScreens(_ ids: [String]) throws(UnmetExpectation) {
        if let fault = faults.first { throw UnmetExpectation(description: fault) }
        try expectSame(shown.map(\.id), ids, "Screens")
        if let name = unused.first {
            throw UnmetExpectation(
                description: "An answer for the screen “\(name)” was not used: the screen was not shown again.")
        }
    }
}
