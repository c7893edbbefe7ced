/// The telemetry of one program in one request.
public struct TelemetryBatch: Hashable, Sendable {
    /// The attributes of the program.
    package var resource: [TelemetryField]
    package var items: [TelemetryItem]

    package init(resource: [TelemetryField], items: [TelemetryItem]) {
        self.resource = resource
        self.items = items
    }
}

extension OTLP {
    /// A parsed request: the accepted items and the number of rejected ones.
    package struct Reading: Hashable, Sendable {
        package var batches: [TelemetryBatch]
        /// The number of items with a name, attribute or value that isn't on the allow list. Nothing of them is stored.
        package var rejected: Int
    }

    /// The most items in one request.
    static let itemLimit = 1_000

    /// Parses a request of `signal`. Returns `nil` if it is invalid or has more than `itemLimit` items.
    ///
    /// Unknown members are ignored, as the protocol requires. Unknown attributes are not: an item with one is rejected, and so
    /// are all items of a program with an unknown resource attribute.
    package static func read(_ json: JSONValue, _ signal: Signal) -> Reading? {
        let (outer, inner, leaf) =
            signal == .traces
            ? ("resourceSpans", "scopeSpans", "spans") : ("resourceLogs", "scopeLogs", "logRecords")
        guard case .object = json, let resources = list(json[outer]) else { return nil }
        var reading = Reading(batches: [], rejected: 0)
        var count = 0
        for entry in resources {
            let resource = fields(entry["resource"]?["attributes"], ofResource: true)
            var items: [TelemetryItem] = []
            guard let scopes = list(entry[inner]) else { return nil }
            for scope in scopes {
                guard let found = list(scope[leaf]) else { return nil }
                count += found.count
                guard count <= itemLimit else { return nil }
                for one in found {
                    let item =
                        signal == .traces ? span(one).map { .span($0) } : event(one).map { TelemetryItem.event($0) }
                    if resource != nil, let item { items.append(item) } else { reading.rejected += 1 }
                }
            }
            if let resource, !items.isEmpty { reading.batches.append(TelemetryBatch(resource: resource, items: items)) }
        }
        return reading
    }

    /// Returns an array, or an empty one if it is missing, or `nil` for another type.
    private static func list(_ json: JSONValue?) -> [JSONValue]? { json.map(\.array) ?? [] }

    private static func span(_ json: JSONValue) -> TelemetrySpan? {
        guard let name = json["name"]?.string.flatMap({ TelemetrySpan.Name(rawValue: $0) }),
            let trace = json["traceId"]?.string.flatMap({ TraceID($0.lowercased()) }),
            let id = json["spanId"]?.string.flatMap({ SpanID($0.lowercased()) }),
            let start = time(json["startTimeUnixNano"]), let end = time(json["endTimeUnixNano"]), start <= end,
            let fields = fields(json["attributes"], ofResource: false)
        else { return nil }
        var parent: SpanID?
        if let text = json["parentSpanId"]?.string, !text.isEmpty {
            guard let id = SpanID(text.lowercased()) else { return nil }
            parent = id
        }
        return TelemetrySpan(
            name, traceID: trace, spanID: id, parent: parent, start: start, end: end,
            hasFailed: json["status"]?["code"]?.int64 == 2, fields: fields)
    }

    private static func event(_ json: JSONValue) -> TelemetryEvent? {
        guard let name = json["body"]?["stringValue"]?.string.flatMap({ TelemetryEvent.Name(rawValue: $0) }),
            let trace = json["traceId"]?.string.flatMap({ TraceID($0.lowercased()) }),
            let time = time(json["timeUnixNano"]), let fields = fields(json["attributes"], ofResource: false)
        else { return nil }
        var span: SpanID?
        if let text = json["spanId"]?.string, !text.isEmpty {
            guard let id = SpanID(text.lowercased()) else { return nil }
            span = id
        }
        return TelemetryEvent(name, traceID: trace, spanID: span, time: time, fields: fields)
    }

    /// Converts attributes to fields. Returns `nil` if one isn't on the allow list or a key repeats.
    private static func fields(_ json: JSONValue?, ofResource: Bool) -> [TelemetryField]? {
        guard let attributes = list(json) else { return nil }
        var fields: [TelemetryField] = []
        for attribute in attributes {
            guard let key = attribute["key"]?.string.flatMap({ TelemetryKey(rawValue: $0) }),
                key.isOfResource == ofResource, let value = attribute["value"]?.object, value.count == 1,
                !fields.contains(where: { $0.key == key })
            else { return nil }
            let field: TelemetryField? =
                if let text = value["stringValue"]?.string {
                    TelemetryField(key, text)
                } else {
                    whole(value["intValue"]).flatMap { TelemetryField(key, $0) }
                }
            guard let field else { return nil }
            fields.append(field)
        }
        return fields
    }

    /// Reads a 64-bit number from a string or, as receivers must accept, from a JSON number.
    private static func whole(_ json: JSONValue?) -> Int64? { json?.string.flatMap { Int64($0) } ?? json?.int64 }

    private static func time(_ json: JSONValue?) -> TelemetryTime? {
        let value = json?.string.flatMap { UInt64($0) } ?? json?.int64.flatMap { UInt64(exactly: $0) }
        return value.map { TelemetryTime(nanoseconds: $0) }
    }
}
