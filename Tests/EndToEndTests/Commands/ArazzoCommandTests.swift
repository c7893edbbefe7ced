import Foundation
import JourneyBase
import JourneyHarness
import Testing

@Suite("Workflows of Arazzo on the command line", .serialized)
struct ArazzoCommandTests {
    private let programs: Programs

    init() throws { programs = try Programs() }

    private func path(_ name: String) -> String { programs.folder + "/" + name }

    private func write(_ text: String, _ name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
    }

    private static let bank = """
        openapi: 3.1.0
        info: {title: Bank, version: '1'}
        servers: [{url: https://api.bank.example}]
        paths:
          /consents:
            post:
              operationId: createConsent
              requestBody:
                required: true
                content:
                  application/json:
                    schema:
                      type: object
                      required: [amount, text, channel]
                      properties:
                        amount: {type: object, required: [value], properties: {value: {type: string, pattern: '^[0-9]+$'}}}
                        text: {type: string}
                        channel: {type: string, enum: [app]}
                        tags: {type: array, items: {type: string}}
              responses:
                201:
                  description: created
                  content: {application/json: {schema: {$ref: '#/components/schemas/Consent'}}}
          /payments:
            post:
              operationId: pay
              parameters:
                - {name: X-Idempotency-Key, in: header, required: true, schema: {type: string}}
                - {name: consent, in: query, required: true, schema: {type: string}}
              requestBody: {content: {application/json: {schema: {type: object, properties: {note: {type: string}}}}}}
              responses:
                200: {description: paid before, content: {application/json: {schema: {$ref: '#/components/schemas/Payment'}}}}
                201: {description: paid, content: {application/json: {schema: {$ref: '#/components/schemas/Payment'}}}}
          /payments/{paymentId}:
            get:
              operationId: readPayment
              parameters: [{name: paymentId, in: path, required: true, schema: {type: string}}]
              responses:
                200: {description: found, content: {application/json: {schema: {$ref: '#/components/schemas/Payment'}}}}
        components:
          schemas:
            Consent:
              type: object
              required: [id]
              properties:
                id: {type: string, example: C-1}
                status: {type: string, enum: [VALID, REFUSED]}
                accounts: {type: array, items: {type: object, properties: {iban: {type: string, example: GB33}}}}
            Payment:
              type: object
              required: [paymentId, state]
              properties: {paymentId: {type: string, example: P-1}, state: {type: string, enum: [BOOKED, OPEN]}}
        """
    private static let workflow = """
        arazzo: 1.0.1
        info: {title: Pay, version: '1'}
        sourceDescriptions: [{name: bank, url: bank.yaml, type: openapi}]
        workflows:
          - workflowId: pay
            inputs: {type: object, properties: {sum: {type: string}, name: {type: string}}}
            steps:
              - stepId: agree-first
                operationId: createConsent
                requestBody:
                  payload: {amount: {value: '0'}, text: 'For {$inputs.name}, thanks', tags: [a, $inputs.name]}
                  replacements: [{target: /amount/value, value: $inputs.sum}]
                successCriteria:
                  - condition: $statusCode == 201
                  - condition: $response.body#/status == 'valid'
                  - {context: $response.body#/id, type: regex, condition: '^C-[0-9]+$'}
                  - {context: $response.body, type: jsonpath, condition: '$[?count(@.accounts) > 0]'}
                outputs: {consent: $response.body#/id, iban: $response.body#/accounts/0/iban, at: $request.header.Date}
              - stepId: send
                operationId: pay
                parameters:
                  - {name: consent, in: query, value: $steps.agree-first.outputs.consent}
                  - {name: Authorization, in: header, value: 'Basic x'}
                requestBody: {payload: {note: $steps.agree-first.outputs.iban}}
                successCriteria: [{condition: $statusCode == 200 || $statusCode == 201}]
                onSuccess:
                  - {name: read, type: goto, stepId: look, criteria: [{condition: $response.body.state != 'REFUSED'}]}
                onFailure:
                  - {name: again, type: retry, retryAfter: 0.5, retryLimit: 3, criteria: [{condition: $statusCode == 503}]}
                  - {name: stop, type: end, criteria: [{condition: $statusCode == 403}]}
                outputs: {payment: $response.body.paymentId}
              - stepId: look
                operationId: readPayment
                parameters: [{name: paymentId, in: path, value: $steps.send.outputs.payment}]
                outputs: {state: $response.body#/state}
            outputs: {state: $steps.look.outputs.state, payment: $steps.send.outputs.payment, who: $inputs.name}
        """

    @Test("a workflow's values, conditions and actions become expressions of a draft that lints clean and completes")
    func carried() async throws {
        try write(ArazzoCommandTests.bank, "bank.yaml")
        try write(ArazzoCommandTests.workflow, "pay.arazzo.yaml")
        let folder = path("pay")
        let made = try await programs.run(["import-arazzo", path("pay.arazzo.yaml"), "-o", folder, "--json"])
        #expect(made.status == 0, "\(made.output)\(programs.errors)")
        let told = try JSONReader.read(Array(made.output.utf8))
        let omitted = (told["omitted"]?.array ?? []).compactMap(\.string).map { $0.replacing(path(""), with: "") }
        let beginnings = [
            "pay.arazzo.yaml:17:13: The jsonpath condition", "pay.arazzo.yaml:18:87: The output at",
            "pay.arazzo.yaml:23:13: The parameter Authorization",
            "pay.arazzo.yaml:36:87: The output who",
        ]
        #expect(
            zip(omitted.sorted(), beginnings).allSatisfy { $0.hasPrefix($1) } && omitted.count == beginnings.count,
            "\(omitted)")
        let manifest = try JSONReader.read(Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/manifest.json"))))
        let (agree, send, look) = (
            manifest["steps"]?["agreefirst"], manifest["steps"]?["send"], manifest["steps"]?["look"]
        )
        #expect(
            agree?["bindings"]?[0]?["in"] == [
                "amount": "{'value': payload.sum}", "channel": "'app'",
                "tags": "['a', payload.name]", "text": "'For ' + string(payload.name) + ', thanks'",
            ], "\(agree?["bindings"]?[0]?["in"]?.compactText ?? "")")
        #expect(
            agree?["on"]?["answered"] == [
                [
                    "guardExpr":
                        "(payload.status.lowerAscii() == 'valid') && (string(payload.id).matches('^C-[0-9]+$'))",
                    "to": "send",
                ], ["to": "unmet"],
            ], "\(agree?["on"]?.compactText ?? "")")
        #expect(
            send?["bindings"]?[0]?["in"] == [
                "consent": "steps.agreefirst.consent", "body": "{'note': steps.agreefirst.iban}",
            ]
                || send?["bindings"]?[0]?["in"] == [
                    "consent": "steps.agreefirst.consent", "note": "steps.agreefirst.iban",
                ], "\(send?["bindings"]?[0]?["in"]?.compactText ?? "")")
        #expect(send?["bindings"]?[0]?["retry"] == [["on": ["SERVER_ERROR"], "max": 3, "capMs": 500]])
        #expect(send?["on"]?["refused"] == [["guardExpr": "payload.status == 403", "to": "refused"], [:]])
        #expect(look?["bindings"]?[0]?["in"] == ["paymentId": "steps.send.payment"])
        #expect(manifest["steps"]?["completed"]?["result"]?["state"] == "steps.look.state")
        let openAPI = folder + "/openapi.json"
        let linted = try await programs.run(["lint", folder + "/manifest.json", "--openapi", openAPI, "--json"])
        #expect(try JSONReader.read(Array(linted.output.utf8))["findings"] == [], "\(linted.output)")
        let explained = try await programs.run([
            "explain", folder + "/manifest.json", "--openapi", openAPI, "--script", folder + "/events.json",
        ])
        #expect(explained.status == 0, "\(explained.output)\(programs.errors)")
        let ran = try await programs.run([
            "run", folder + "/manifest.json", "--autopilot", folder + "/autopilot.json", "--patience", "60", "--json",
        ])
        let host = ran.output.split(separator: "\n").compactMap { TimelineEvent(line: String($0)) }
            .last { $0.name == "host" }?.attributes
        #expect(ran.status == 0 && host?["outcome"] == "completed", "\(ran.output.suffix(2_000))\(programs.errors)")
        #expect(host?["payload"]?["state"] == "BOOKED" && host?["payload"]?["payment"] == "P-1")
    }
}
