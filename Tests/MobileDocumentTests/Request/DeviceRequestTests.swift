import JourneyBase
import JourneyCBOR
import MobileDocument
import TestSupport
import Testing

@Suite(.enabled(if: Documents.arePresent, "\(Vectors.missing)"))
struct DeviceRequestVectorTests {
    @Test func `the annex's request is parsed and keeps its bytes`() throws {
        let bytes = try Documents.annex("d4_1_1_device_request")
        let request = try DeviceRequest(bytes[...])
        #expect(request.version == .first && request.documents.count == 1 && request.readerAuthAll.isEmpty)
        let document = request.documents[0]
        #expect(document.documentType == .drivingLicence && document.readerAuth != nil)
        #expect(try document.itemsRequestBytes.suffix(147) == Documents.annex("items_request").suffix(147)[...])
        let names = document.nameSpaces.flatMap { space in space.elements.map { "\(space.name)/\($0.identifier)" } }
        #expect(names.contains("org.iso.18013.5.1/family_name") && names.count == 6)
        let kept = document.nameSpaces.flatMap(\.elements).filter(\.isRetained).map(\.identifier)
        #expect(kept.contains("document_number") && kept.contains("family_name") && !kept.contains("portrait"))
    }

    @Test func `valid requests of other sources are parsed`() throws {
        let plain = try DeviceRequest(Documents.bytes("iso18013_6/device_request_valid")[...])
        #expect(plain.documents[0].nameSpaces[0].elements.map(\.isRetained) == [false, true])
        let info = try DeviceRequest(Documents.bytes("iso18013_6/device_request_with_request_info")[...])
        #expect(info.documents[0].requestInfo.map { $0.key.text } == ["purpose"])
        let signed = try DeviceRequest(Documents.bytes("iso18013_6/device_request_with_reader_auth_shape")[...])
        #expect(signed.documents[0].readerAuth != nil)
        let second = try DeviceRequest(Documents.bytes("isomdl/device_request_v1_1_readerAuthAll")[...])
        #expect(second.version == .second && second.readerAuthAll.count == 1)
        #expect(second.info?.useCases == [.init(isMandatory: true, documentSets: [[0]])])
        #expect(second.documents[0].nameSpaces[0].elements.count == 4)
    }
}

@Suite struct DeviceRequestTests {
    /// Encodes a subset of diagnostic notation: text keys and values, true, false, numbers, and `<…>` for CBOR under
    /// tag 24.
    private static func encode(_ text: String) -> [UInt8] {
        var rest = Substring(text.replacing("'", with: "\""))
        return value(&rest)
    }

    private static func value(_ rest: inout Substring) -> [UInt8] {
        rest = rest.drop { " ,:".contains($0) }
        guard let first = rest.popFirst() else { return [] }
        switch first {
        case "\"":
            let text = rest.prefix { $0 != "\"" }
            rest = rest.dropFirst(text.count + 1)
            return CBORValue.text(String(text)).encoded
        case "[", "{", "<":
            var items: [[UInt8]] = []
            while true {
                rest = rest.drop { " ,:".contains($0) }
                guard let next = rest.first else { return [] }
                if "]}>".contains(next) { break }
                items.append(value(&rest))
            }
            rest.removeFirst()
            var writer = CBORWriter()
            switch first {
            case "[": writer.array(items.count)
            case "{": writer.map(items.count / 2)
            default:
                writer.embedded(items.joined())
                return writer.encoded
            }
            for item in items { writer.raw(item) }
            return writer.encoded
        case "t": return (rest = rest.dropFirst(3), CBORValue.boolean(true).encoded).1
        case "f": return (rest = rest.dropFirst(4), CBORValue.boolean(false).encoded).1
        default: return CBORValue.unsigned(UInt64(String(first)) ?? 0).encoded
        }
    }

    private static let items = "<{'docType': 'd', 'nameSpaces': {'n': {'a': true}}}>"
    private static let request = "{'version': '1.0', 'docRequests': [{'itemsRequest': \(items)}]}"

    @Test func `a minimal request is parsed, and the table's notation is correct`() throws {
        let request = try DeviceRequest(Self.encode(Self.request)[...])
        #expect(request.documents[0].nameSpaces == [.init("n", [.init("a", isRetained: true)])])
        let later = Self.request.replacing("'1.0'", with: "'1.7'").dropLast() + ", 'more': 1}"
        #expect(try DeviceRequest(Self.encode(String(later))[...]).version.minor == 7)
    }

    @Test(arguments: [
        // The request itself: an additional member, a missing one, another major version, no documents.
        ("{'version': '1.0'}", CBORError.Reason.notAllowed), ("{'docRequests': [1]}", .missing),
        ("{'version': '2.0', 'docRequests': [DOC]}", .unsupported),
        ("{'version': 1, 'docRequests': [DOC]}", .unexpectedType),
        ("{'version': '1.0', 'docRequests': []}", .notAllowed),
        ("{'version': '1.0', 'docRequests': {}}", .unexpectedType),
        ("{'version': '1.0', 'docRequests': [DOC], 'more': 1}", .notAllowed), ("[]", .unexpectedType),
        ("{'version': '1.1', 'docRequests': [DOC], 'readerAuthAll': []}", .notAllowed),
        ("{'version': '1.1', 'docRequests': [DOC], 'readerAuthAll': [1]}", .unexpectedType),
        ("{'version': '1.1', 'docRequests': [DOC], 'deviceRequestInfo': {}}", .unexpectedType),
        ("{'version': '1.1', 'docRequests': [DOC], 'deviceRequestInfo': <{'useCases': []}>}", .notAllowed),
        (
            "{'version': '1.1', 'docRequests': [DOC], 'deviceRequestInfo': <{'useCases': [{'mandatory': true, 'documentSets': [[1]]}]}>}",
            .notAllowed
        ),
        (
            "{'version': '1.1', 'docRequests': [DOC], 'deviceRequestInfo': <{'useCases': [{'documentSets': [[0]]}]}>}",
            .missing
        ),
        // A document's request.
        ("{'version': '1.0', 'docRequests': [{}]}", .missing),
        ("{'version': '1.0', 'docRequests': [1]}", .unexpectedType),
        ("{'version': '1.0', 'docRequests': [{'itemsRequest': {'docType': 'd'}}]}", .unexpectedType),
        ("{'version': '1.0', 'docRequests': [{'itemsRequest': ITEMS, 'more': 1}]}", .notAllowed),
        ("{'version': '1.0', 'docRequests': [{'itemsRequest': ITEMS, 'readerAuth': 1}]}", .unexpectedType),
        ("{'version': '1.0', 'docRequests': [{'itemsRequest': ITEMS, 'itemsRequest': ITEMS}]}", .duplicateKey),
        // The requested elements.
        ("<{'docType': 'd'}>", .missing), ("<{'nameSpaces': {'n': {'a': true}}}>", .missing),
        ("<{'docType': 1, 'nameSpaces': {'n': {'a': true}}}>", .unexpectedType),
        ("<{'docType': 'd', 'nameSpaces': {}}>", .notAllowed),
        ("<{'docType': 'd', 'nameSpaces': []}>", .unexpectedType),
        ("<{'docType': 'd', 'nameSpaces': {'n': {}}}>", .notAllowed),
        ("<{'docType': 'd', 'nameSpaces': {'n': {'a': 1}}}>", .unexpectedType),
        ("<{'docType': 'd', 'nameSpaces': {'n': {'a': 'true'}}}>", .unexpectedType),
        ("<{'docType': 'd', 'nameSpaces': {'n': {1: true}}}>", .unexpectedType),
        ("<{'docType': 'd', 'nameSpaces': {1: {'a': true}}}>", .unexpectedType),
        ("<{'docType': 'd', 'nameSpaces': {'n': {'a': true, 'a': true}}}>", .duplicateKey),
        ("<{'docType': 'd', 'nameSpaces': {'n': {'a': true}}, 'more': 1}>", .notAllowed),
        ("<{'docType': 'd', 'nameSpaces': {'n': {'a': true}}, 'requestInfo': 1}>", .unexpectedType),
        ("<{'docType': 'd', 'nameSpaces': {'n': {'a': true}}} 1>", .trailingBytes), ("<>", .unexpectedEnd),
        (
            "<{'docType': 'd', 'nameSpaces': {'n': {'age_over_18': true, 'age_over_21': true}, 'm': {'age_over_60': true}}}>",
            .notAllowed
        ),
    ])
    func `an invalid request is refused with a location and a response status`(
        text: String, reason: CBORError.Reason
    ) throws {
        let whole = text.hasPrefix("<") ? "{'version': '1.0', 'docRequests': [{'itemsRequest': \(text)}]}" : text
        let bytes = Self.encode(
            whole.replacing("DOC", with: "{'itemsRequest': ITEMS}").replacing("ITEMS", with: Self.items))
        let error = #expect(throws: CBORError.self) { try DeviceRequest(bytes[...]) }
        #expect(error?.reason == reason)
        let isStructure = [.notAllowed, .missing, .unsupported, .unexpectedType].contains(reason)
        #expect(error?.requestStatus == (isStructure ? 12 : 11))
        #expect((0...bytes.count).contains(error?.offset ?? -1))
    }

    @Test func `two ages may be requested, and names that only resemble ages do not count`() throws {
        let items =
            "<{'docType': 'd', 'nameSpaces': {'n': {'age_over_18': true, 'age_over_21': true, 'age_over_1': true, "
            + "'age_over_abc': true, 'age_over_x1': true, 'age_birth_year': true}}}>"
        let text = "{'version': '1.0', 'docRequests': [{'itemsRequest': \(items)}]}"
        #expect(try DeviceRequest(Self.encode(text)[...]).documents[0].nameSpaces[0].elements.count == 6)
    }

    @Test func `a request with too many documents is refused`() throws {
        func request(_ count: Int) -> [UInt8] {
            let list = Array(repeating: "{'itemsRequest': \(Self.items)}", count: count).joined(separator: ",")
            return Self.encode("{'version': '1.0', 'docRequests': [\(list)]}")
        }
        #expect(try DeviceRequest(request(32)[...]).documents.count == 32)
        #expect(throws: CBORError.self) { try DeviceRequest(request(33)[...]) }
    }
}
