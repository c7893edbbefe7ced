public import JourneyBase
public import JourneyScreens

/// What a ready-made assertion throws: one sentence that says what was expected and what was there.
///
/// It is an ordinary error, so the assertions work the same under Swift Testing and XCTest: `try world.expect…` fails the
/// test with the sentence.
public struct UnmetExpectation: Error, Hashable, CustomStringConvertible {
    /// The sentence.
    public let description: String
}

/// Compares two lists line by line; the sentence names the first place where they part.
func expectSame(_ actual: [String], _ expected: [String], _ what: String) throws(UnmetExpectation) {
    guard actual != expected else { return }
    let place = zip(actual, expected).enumerated().first { $1.0 != $1.1 }?.offset ?? min(actual.count, expected.count)
    func word(_ list: [String]) -> String { place < list.count ? "“\(list[place])”" : "nothing" }
    throw UnmetExpectation(
        description: "\(what), number \(place + 1): expected \(word(expected)), found \(word(actual)). "
            + "All that was found: \(actual.isEmpty ? "nothing" : actual.joined(separator: ", ")).")
}

extension EventRecorder {
    /// Expects exactly the events called `names`, in this order.
    public func expectEvents(_ names: [String]) throws(UnmetExpectation) {
        try expectSame(self.names, names, "Events")
    }

    /// Expects the events called `names` in this order, with any others before, between and after them.
    public func expectInOrder(_ names: [String]) throws(UnmetExpectation) {
        var rest = self.names[...]
        for name in names {
            guard let index = rest.firstIndex(of: name) else {
                let all = self.names.joined(separator: ", ")
                throw UnmetExpectation(description: "The event “\(name)” did not come in its turn; there were: \(all).")
            }
            rest = rest[(index + 1)...]
        }
    }

    /// Expects exactly one event called `name` and gives its attributes.
    @discardableResult
    public func expectOne(_ name: String) throws(UnmetExpectation) -> [String: JSONValue] {
        let found = entries(name)
        guard found.count == 1, let only = found.first else {
            throw UnmetExpectation(description: "One event “\(name)” was expected; there were \(found.count).")
        }
        return only.attributes
    }

    /// Expects that no attribute of any event holds `text` anywhere: for secrets and personal data.
    public func expectNowhere(_ text: String) throws(UnmetExpectation) {
        for entry in entries
        where String(decoding: JSONValue.object(entry.attributes).compactBytes, as: UTF8.self).contains(text) {
            throw UnmetExpectation(description: "An event “\(entry.name)” holds what no event may hold.")
        }
    }
}

/// A transport of this module: it keeps the requests that went through it.
public protocol RecordingTransport: HTTPTransport {
    /// The requests so far, in order.
    var requests: [HTTPRequest] { get }
}

extension ServiceTransport: RecordingTransport {}
extension ScriptedTransport: RecordingTransport {}

extension RecordingTransport {
    /// Expects exactly these requests, each as `METHOD /path`, in this order. Queries are left out: they may hold values.
    public func expectRequests(_ lines: [String]) throws(UnmetExpectation) {
        try expectSame(requests.map { "\($0.method.rawValue) \($0.url.path)" }, lines, "Requests")
    }

    /// Expects that every request to `origin` carries the header `name`, and that no other does.
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
    /// Expects that the pages were loaded from these paths, in this order, that no script threw, and that the engine was
    /// closed.
    public func expectPages(_ paths: [String]) throws(UnmetExpectation) {
        try expectSame(loads.map(\.path), paths, "Pages")
        if let fault = faults.first { throw UnmetExpectation(description: "A page's script ended with: \(fault).") }
        guard isClosed else { throw UnmetExpectation(description: "The web container was left open.") }
    }
}

extension ScriptedPresenter {
    /// Expects that the screens with these ids came, in this order, that each was answered as the script says, and that no
    /// answer is left over.
    public func expectScreens(_ ids: [String]) throws(UnmetExpectation) {
        if let fault = faults.first { throw UnmetExpectation(description: fault) }
        try expectSame(shown.map(\.id), ids, "Screens")
        if let name = unused.first {
            throw UnmetExpectation(description: "The screen “\(name)” was expected once more.")
        }
    }
}
