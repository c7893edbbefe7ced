public import JourneyBase

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
