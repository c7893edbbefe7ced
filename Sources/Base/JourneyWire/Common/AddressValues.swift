public import JourneyBase

extension Origin: WireValue {
    package static var example: JSONValue { "https://example.com" }

    package init?(_ json: JSONValue) {
        guard let url = json.string.flatMap({ HTTPSURL($0) }) else { return nil }
        self = url.origin
    }

    package var json: JSONValue { .string("\(self)") }
}

extension HTTPSURL: WireValue {
    package static var example: JSONValue { "https://example.com/" }

    package init?(_ json: JSONValue) {
        guard let text = json.string else { return nil }
        self.init(text)
    }

    package var json: JSONValue { .string("\(self)") }
}

extension JSONValue: WireValue {
    package static var example: JSONValue { [:] }

    package init?(_ json: JSONValue) { self = json }

    package var json: JSONValue { self }
}
