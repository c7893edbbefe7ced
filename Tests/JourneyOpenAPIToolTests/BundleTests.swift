import JourneyBase
import JourneyCLI
import TestSupport
import Testing

@testable import JourneyOpenAPITool

/// Documents in several files, made for these tests.
@Suite("OpenAPI bundle")
struct BundleTests {
    private static let entry = """
        openapi: 3.0.3
        info: {title: Bank, version: '1', description: "Long.\\n\\nText."}
        servers: [{url: https://bank.example}]
        tags: [{name: a}]
        security: [{token: []}]
        paths:
          /pay:
            $ref: paths/pay.yaml
          /other:
            get: {operationId: other, responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Other'}}}}}}
          x-paths: 1
        components:
          securitySchemes: {token: {type: http, scheme: bearer}, unused: {type: http, scheme: bearer}}
          schemas:
            Other: {type: object, properties: {next: {$ref: '#/components/schemas/Other'}}}
            Amount: {type: string, description: "One.\\nTwo."}
        """
    private static let pay = """
        parameters:
          - $ref: '../common.json#/parameters/Id'
        post:
          operationId: pay
          requestBody:
            required: true
            content:
              application/json:
                schema: {$ref: '../schemas/Payment.yaml'}
                examples: {one: {$ref: '../examples.yaml#/one'}, two: {value: {$ref: kept}}}
          responses:
            '201':
              description: created
              content: {application/json: {schema: {$ref: '../schemas/Payment.yaml#/properties/amount'}}}
              links: {status: {operationId: other}, self: {operationId: pay}}
        """
    private static let payment = """
        type: object
        properties:
          amount: {$ref: '../openapi.yaml#/components/schemas/Amount'}
          payee: {$ref: '../common.json#/definitions/Amount'}
          parent: {$ref: Payment.yaml}
          $ref: {type: string}
          beside: {$ref: '#', readOnly: true, allOf: [{$ref: nowhere.yaml}]}
        """
    private static let common = """
        {"parameters": {"Id": {"name": "id", "in": "query", "schema": {"$ref": "#/definitions/Amount"}}},
         "definitions": {"Amount": {"type": "object", "maximum": 9223372036854775807, "minimum": 1.50,
           "discriminator": {"propertyName": "t", "mapping": {"p": "schemas/Payment.yaml", "o": "Other"}}}}}
        """

    private func folder(_ files: [String: String] = [:]) throws -> BundleFolder {
        let all = [
            "openapi.yaml": BundleTests.entry, "paths/pay.yaml": BundleTests.pay, "common.json": BundleTests.common,
            "schemas/Payment.yaml": BundleTests.payment, "examples.yaml": "one: {value: 011}",
        ]
        return try BundleFolder(all.merging(files) { $1 })
    }

    @Test("a bundle of several files has all references by stable names, and cycles stay references")
    func whole() throws {
        let bundle = try folder().bundle("openapi.yaml")
        let schemas = try #require(bundle["components"]?["schemas"]?.object)
        #expect(Set(schemas.keys) == ["Other", "Amount", "Amount_2", "amount", "Payment"])
        #expect(schemas["Other"]?["properties"]?["next"]?["$ref"] == "#/components/schemas/Other")
        #expect(schemas["Payment"]?["properties"]?["parent"]?["$ref"] == "#/components/schemas/Payment")
        #expect(schemas["Payment"]?["properties"]?["amount"]?["$ref"] == "#/components/schemas/Amount")
        #expect(schemas["Payment"]?["properties"]?["payee"]?["$ref"] == "#/components/schemas/Amount_2")
        #expect(schemas["Payment"]?["properties"]?["$ref"] == ["type": "string"])
        #expect(
            schemas["Payment"]?["properties"]?["beside"] == ["$ref": "#/components/schemas/Payment", "readOnly": true])
        #expect(schemas["Amount"]?["description"] == "One.\nTwo.")
        #expect(schemas["Amount_2"]?["maximum"]?.number?.lexeme == "9223372036854775807")
        #expect(schemas["Amount_2"]?["minimum"]?.number?.lexeme == "1.5")
        #expect(
            schemas["Amount_2"]?["discriminator"]?["mapping"] == ["p": "#/components/schemas/Payment", "o": "Other"])
        #expect(schemas["amount"] == ["$ref": "#/components/schemas/Amount"])
        let pay = bundle["paths"]?["/pay"]
        #expect(pay?["parameters"] == [["$ref": "#/components/parameters/Id"]])
        let body = pay?["post"]?["requestBody"]?["content"]?["application/json"]
        #expect(body?["schema"] == ["$ref": "#/components/schemas/Payment"])
        #expect(body?["examples"]?["one"] == ["$ref": "#/components/examples/one"])
        #expect(body?["examples"]?["two"]?["value"] == ["$ref": "kept"])
        #expect(bundle["components"]?["examples"]?["one"]?["value"] == 11)
        #expect(bundle["paths"]?["x-paths"] == 1)
    }

    @Test("a bundle has only what its operations use")
    func pruned() throws {
        let bundle = try folder().bundle("openapi.yaml", "pay")
        #expect(bundle["paths"]?.object?.keys.sorted() == ["/pay"])
        #expect(bundle["components"]?["securitySchemes"]?.object?.keys.sorted() == ["token"])
        #expect(bundle["components"]?["schemas"]?["Amount"]?["description"] == "One.")
        #expect(bundle["info"] == ["title": "Bank", "version": "1"])
        #expect(bundle["tags"] == nil)
        let answer = bundle["paths"]?["/pay"]?["post"]?["responses"]?["201"]
        #expect(answer?["links"]?.object?.keys.sorted() == ["self"])
        let other = try folder().bundle("openapi.yaml", "other")
        #expect(other["components"]?["schemas"]?.object?.keys.sorted() == ["Other"])
    }

    @Test("errors in files of other operations do not affect an operation's bundle")
    func unrelated() throws {
        let broken = try folder(["paths/pay.yaml": "a: [", "common.json": "{"])
        #expect(try broken.bundle("openapi.yaml", "other")["paths"]?["/other"] != nil)
        #expect(throws: BundleError.self) { try broken.bundle("openapi.yaml", "pay") }
    }

    @Test("a bundle has the same bytes each time, wherever the files are")
    func stable() async throws {
        let (one, other) = (try folder(), try folder())
        let first = await one.run(":openapi.yaml", "-o", ":bundle.json", "--json")
        let second = await other.run(":openapi.yaml", "-o", ":bundle.json", "--json")
        #expect(first.status == .done && first.json?["sha256"] != nil)
        #expect(first.json?["sha256"] == second.json?["sha256"])
        #expect(first.json?["files"]?.array?.count == 5)
        #expect(first.talk.contains("examples.yaml:1:14: 011 is the number 11; quote it if it is text."))
        let printed = await one.run(":openapi.yaml")
        #expect(printed.json == (try one.bundle("openapi.yaml")))
        // The members of the text are in any order.
        let lines = BundleTests.common.replacing("\"type\": \"object\", ", with: "").replacing(
            "\"minimum\": 1.50", with: "\"minimum\": 15e-1, \"type\": \"object\"")
        let third = await (try folder(["common.json": lines])).run(":openapi.yaml", "-o", ":bundle.json", "--json")
        #expect(third.json?["sha256"] == first.json?["sha256"])
    }

    @Test("a bundle is pruned to the operations that a manifest calls")
    func manifest() async throws {
        let folder = try folder([
            "manifest.json": #"{"steps": {"a": {"bindings": [{"call": {"operationId": "other"}}]}}}"#
        ])
        let result = await folder.run(":openapi.yaml", "--manifest", ":manifest.json")
        #expect(result.json?["paths"]?.object?.keys.sorted() == ["/other"])
        let both = await folder.run(":openapi.yaml", "--manifest", ":manifest.json", "--operation", "pay")
        #expect(both.json?["paths"]?.object?.count == 2)
        let unknown = await folder.run(":openapi.yaml", "--operation", "pays")
        #expect(unknown.status == .badInput && unknown.talk.contains("has no operation 'pays'; it has other, pay."))
    }

    @Test("a bundle maps a value to its location in the files")
    func places() throws {
        let folder = try folder()
        let bundle = try OpenAPIBundle(OpenAPIBundle.Request(entry: folder.path("openapi.yaml")))
        func place(_ pointer: String) -> String {
            let place = bundle.place(of: pointer)
            return "\(place.file.dropFirst(folder.path("").count)):\(place.line):\(place.column)"
        }
        #expect(place("#/components/schemas/Payment/properties/payee") == "schemas/Payment.yaml:4:3")
        #expect(place("#/paths/~1pay/post/requestBody/required") == "paths/pay.yaml:6:5")
        #expect(place("#/components/schemas/Amount_2/minimum") == "common.json:2:79")
        #expect(place("#/info/title") == "openapi.yaml:2:8")
        #expect(place("#/nothing/here") == "openapi.yaml:1:1")
    }

    @Test("identifiers and anchors of 3.1 are resolved, and siblings of a reference are kept")
    func identifiers() throws {
        let text = """
            openapi: 3.1.0
            info: {title: a, version: '1'}
            paths:
              /a: {get: {operationId: a, responses: {'200': {$ref: '#/components/responses/R', description: own, x: 1}}}}
            components:
              responses: {R: {description: r, content: {application/json: {schema: {$ref: 'https://bank.example/money#amount', title: T}}}}}
              schemas:
                Money:
                  $id: https://bank.example/money
                  $defs:
                    A: {$anchor: amount, $ref: '#/$defs/B'}
                    B: {type: string, $dynamicAnchor: node, not: {$dynamicRef: '#node'}}
            """
        let bundle = try BundleFolder(["a.yaml": text]).bundle("a.yaml", "a")
        let answer = bundle["paths"]?["/a"]?["get"]?["responses"]?["200"]
        #expect(answer == ["$ref": "#/components/responses/R", "description": "own"])
        let schema = bundle["components"]?["responses"]?["R"]?["content"]?["application/json"]?["schema"]
        #expect(schema == ["$ref": "#/components/schemas/A", "title": "T"])
        #expect(bundle["components"]?["schemas"]?["A"] == ["$ref": "#/components/schemas/B"])
        #expect(
            bundle["components"]?["schemas"]?["B"] == ["type": "string", "not": ["$ref": "#/components/schemas/B"]])
    }

    @Test("3.2 members are kept: query, additional methods, media types, item schemas, default mapping")
    func version32() throws {
        let text = """
            openapi: 3.2.0
            $self: https://bank.example/a.yaml
            info: {title: a, version: '1'}
            paths:
              /a:
                query: {operationId: a, responses: {'200': {description: r, content: {application/json: {$ref: '#/components/mediaTypes/M'}}}}}
                additionalOperations: {COPY: {operationId: b, responses: {}}, LOCK: {operationId: c, responses: {}}}
            components:
              mediaTypes: {M: {itemSchema: {$ref: 'https://bank.example/a.yaml#/components/schemas/S'}, itemEncoding: {headers: {x: {$ref: '#/components/headers/H'}}}}}
              headers: {H: {schema: {$ref: '#/components/schemas/S'}}}
              schemas: {S: {discriminator: {propertyName: p, defaultMapping: D}}, D: {type: object}, E: {}}
            """
        let bundle = try BundleFolder(["a.yaml": text]).bundle("a.yaml", "a", "b")
        let item = bundle["paths"]?["/a"]
        #expect(item?["additionalOperations"]?.object?.keys.sorted() == ["COPY"])
        #expect(item?["query"]?["operationId"] == "a" && bundle["$self"] == nil)
        let media = bundle["components"]?["mediaTypes"]?["M"]
        #expect(media?["itemSchema"] == ["$ref": "#/components/schemas/S"])
        #expect(media?["itemEncoding"]?["headers"]?["x"] == ["$ref": "#/components/headers/H"])
        #expect(bundle["components"]?["schemas"]?.object?.keys.sorted() == ["D", "S"])
    }

    @Test("overlays are applied in order to the document that they name")
    func overlays() throws {
        let first = """
            overlay: 1.0.0
            info: {title: o, version: '1'}
            actions:
              - target: $.paths['/other'].get
                update: {parameters: [{name: X-Idempotency-Key, in: header, schema: {type: string}}], tags: [a]}
              - {target: $.servers, update: {url: 'https://test.example'}}
              - {target: "$.servers[?@.url == 'https://bank.example']", remove: true}
              - {target: $.paths.*.get.tags, update: b}
              - {target: $.components.schemas.Amount, remove: true, update: {a: 1}}
            """
        let second = """
            overlay: 1.0.0
            info: {title: o, version: '1'}
            extends: paths/pay.yaml
            actions: [{target: $.post, update: {summary: Pay}}, {target: $.nothing, update: {a: 1}}]
            """
        let folder = try folder(["o.yaml": first, "p.yaml": second])
        let bundle = try folder.bundle("openapi.yaml", "other", overlays: ["o.yaml"])
        #expect(bundle["servers"] == [["url": "https://test.example"]])
        #expect(bundle["paths"]?["/other"]?["get"]?["tags"] == ["a", "b"])
        #expect(bundle["paths"]?["/other"]?["get"]?["parameters"]?[0]?["name"] == "X-Idempotency-Key")
        #expect(throws: BundleError.self) { try folder.bundle("openapi.yaml", "pay", overlays: ["o.yaml"]) }
        #expect(
            try folder.bundle("openapi.yaml", "pay", overlays: ["p.yaml"])["paths"]?["/pay"]?["post"]?["summary"]
                == "Pay")
    }
}
