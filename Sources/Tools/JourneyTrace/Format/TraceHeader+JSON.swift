internal import JourneyBase
internal import JourneyLanguage

extension TraceHeader {
    var json: JSONValue {
        var members: [String: JSONValue] = [
            "format": .string(TraceFormat.name), "version": .number(JSONNumber(TraceFormat.version)),
            "title": .string(title), "summary": .string(summary), "made": .string(made), "program": .string(program),
            "checks": .array(checks.map { ["sentence": .string($0.sentence), "holds": .bool($0.holds)] }),
            "tables": .array(tables.map { ["title": .string($0.title), "rows": TraceHeader.pairs($0.cells)] }),
            "facts": TraceHeader.pairs(facts),
            "dropped": [
                "lines": .number(JSONNumber(Int64(dropped.lines))),
                "resources": .number(JSONNumber(Int64(dropped.resources))),
            ],
        ]
        if let journey {
            members["journey"] = [
                "id": .string(journey.id), "sequence": journey.sequence.map { .number(JSONNumber($0)) } ?? .null,
                "manifestSHA256": .string(journey.manifest),
            ]
        }
        members["outline"] = outline?.json
        members["outcome"] = outcome.map { .string($0) }
        members["good"] = isGood.map { .bool($0) }
        return .object(members)
    }

    /// Creates a header from its JSON, whose version is known. Members of another form count as missing.
    init?(json: JSONValue) {
        guard let title = json["title"]?.string else { return nil }
        self.init(title: title)
        summary = json["summary"]?.string ?? ""
        made = json["made"]?.string ?? ""
        program = json["program"]?.string ?? ""
        if let id = json["journey"]?["id"]?.string {
            journey = (id, json["journey"]?["sequence"]?.int64, json["journey"]?["manifestSHA256"]?.string ?? "")
        }
        outline = json["outline"].flatMap { JourneyOutline(json: $0) }
        outcome = json["outcome"]?.string
        isGood = json["good"]?.bool
        checks = (json["checks"]?.array ?? []).compactMap { check in
            check["sentence"]?.string.map { Check($0, holds: check["holds"]?.bool ?? false) }
        }
        tables = (json["tables"]?.array ?? []).compactMap { table in
            table["title"]?.string.map { Table(title: $0, cells: TraceHeader.cells(table["rows"])) }
        }
        facts = TraceHeader.cells(json["facts"])
        dropped = (
            Int(json["dropped"]?["lines"]?.int64 ?? 0), Int(json["dropped"]?["resources"]?.int64 ?? 0)
        )
    }

    private static func pairs(_ cells: [(name: String, value: String)]) -> JSONValue {
        .array(cells.map { [.string($0.name), .string($0.value)] })
    }

    private static func cells(_ pairs: JSONValue?) -> [(name: String, value: String)] {
        (pairs?.array ?? []).compactMap { pair in
            guard let name = pair[0]?.string, let value = pair[1]?.string else { return nil }
            return (name, value)
        }
    }
}
