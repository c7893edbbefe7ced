import JourneyBase
import JourneyCLI
import JourneySandbox
import Testing

@testable import JourneyOpenAPITool

@Suite("Arazzo workflow")
struct ArazzoTests {
    private static let text = """
        arazzo: 1.0.1
        info: {title: Pay, version: '1'}
        sourceDescriptions:
          - {name: bank.api, url: ./bank.yaml, type: openapi}
          - {name: remote, url: 'https://bank.example/openapi.yaml', type: openapi}
          - {name: other, url: ./other.arazzo.yaml, type: arazzo}
        workflows:
          - workflowId: pay
            inputs: {type: object}
            steps:
              - stepId: consent
                operationId: $sourceDescriptions.bank.api.createConsent
                requestBody: {payload: {amount: $inputs.amount}}
                outputs: {id: $response.body#/id}
              - stepId: pay
                operationPath: '{$sourceDescriptions.bank.api.url}#/paths/~1payments/post'
                parameters: [{name: consentId, in: query, value: $steps.consent.outputs.id}]
                successCriteria: [{condition: $statusCode == 201}]
                onFailure: [{name: again, type: retry, retryAfter: 1, retryLimit: 5}]
              - {stepId: again, operationId: $sourceDescriptions.bank.api.pay}
            outputs: {id: $steps.pay.outputs.id}
          - {workflowId: nested, steps: [{stepId: a, workflowId: pay}]}
          - {workflowId: plain, steps: [{stepId: a, operationId: pay}]}
          - {workflowId: remote, steps: [{stepId: a, operationId: $sourceDescriptions.remote.pay}]}
          - {workflowId: lookup, steps: [{stepId: a, operationPath: '{$sourceDescriptions.remote.url}#/paths/~1payments/post'}]}
          - workflowId: two
            steps:
              - {stepId: a, operationId: $sourceDescriptions.remote.pay}
              - {stepId: b, operationId: $sourceDescriptions.bank.api.pay}
          - {workflowId: unknown, steps: [{stepId: a, operationId: $sourceDescriptions.none.pay}]}
          - {workflowId: empty, steps: []}
        """
    private static let bank = "openapi: 3.1.0\npaths: {/payments: {post: {operationId: pay}}}\n"

    private func workflow(_ name: String?, _ text: String = text, document: String? = nil) throws -> (
        ArazzoWorkflow, BundleFolder
    ) {
        let folder = try BundleFolder(["a.yaml": text, "bank.yaml": ArazzoTests.bank])
        let given = document.map(folder.path)
        return (try ArazzoWorkflow(folder.path("a.yaml"), workflow: name, document: given), folder)
    }

    @Test("a workflow gives its steps' operations in order, with what they are made of")
    func steps() throws {
        let (workflow, folder) = try workflow("pay")
        #expect(workflow.operations == ["createConsent", "pay", "pay"])
        #expect(workflow.document == folder.path("bank.yaml"))
        #expect(workflow.omissions == [])
        let guide = workflow.guide
        #expect(guide.steps.map(\.name) == ["consent", "pay", "again"])
        #expect("\(try #require(guide.steps[0].body))".contains("input([\"amount\"])"))
        #expect("\(guide.steps[1].parameters[0].value)".contains("output(step: \"consent\", name: \"id\""))
        #expect(guide.steps[1].criteria.count == 1 && guide.steps[1].onFailure.count == 1)
        let isRetry = if case .retry(1_000, 5)? = guide.steps[1].onFailure.first?.kind { true } else { false }
        #expect(isRetry)
        #expect(guide.result.map(\.name) == ["id"])
    }

    @Test(
        "what a draft can't have is named with its location",
        arguments: [
            ("parameters: [{name: a, in: query, value: $request.query.x}]", ":9:43: $request.query.x is not carried"),
            ("parameters: [{name: a, in: query}]", ":9:22: The parameter is not carried over: it has no name"),
            ("parameters: [{reference: $components.parameters.none, value: 1}]", ":9:22: The parameter"),
            (
                "requestBody: {payload: '<xml/>', replacements: [{target: /a, value: 1}]}",
                "The replacement is not carried over"
            ),
            ("requestBody: {payload: '{not json'}", ":9:23: The payload is not carried over: its text is no JSON"),
            ("requestBody: {payload: 'Hello {$url}'}", "Hello {$url} is not carried over"),
            ("requestBody: {contentType: application/json}", "requestBody is not carried over: it has no payload"),
            ("outputs: {a: '$response.body.x[y]'}", "The output a is not carried over"),
            ("successCriteria: [{condition: 'true ==', type: simple}]", "The simple condition is not carried over"),
            (
                "successCriteria: [{context: $response.body, condition: '$.a', type: jsonpath}]",
                "The jsonpath condition"
            ),
            (
                "successCriteria: [{context: $response.body, condition: '//a', type: {type: xpath, version: x}}]",
                "xpath"
            ),
            ("successCriteria: [{context: $statusCode, condition: '(?=2)', type: regex}]", "The regex condition"),
            ("onSuccess: [{name: a, type: goto, workflowId: other}]", "leads to another workflow"),
            ("onFailure: [{name: a, type: jump}]", "or is of an unknown type"),
            ("dependsOn: x", ":9:9: dependsOn is not carried over"),
        ])
    func omitted(member: String, sentence: String) throws {
        let text = """
            arazzo: 1.0.1
            info: {title: Pay, version: '1'}
            sourceDescriptions: [{name: bank, url: ./bank.yaml}]
            workflows:
              - workflowId: pay
                steps:
                  - stepId: pay
                    operationId: pay
                    \(member)
            """
        let (workflow, _) = try workflow(nil, text)
        #expect(workflow.omissions.count == 1, "\(workflow.omissions)")
        #expect(workflow.omissions.first?.contains(sentence) == true, "\(workflow.omissions)")
        #expect(workflow.omissions.first?.contains("a.yaml:9:") == true)
    }

    @Test(
        "simple conditions are read by their grammar, whatever stands in quotes",
        arguments: [
            ("$statusCode == 200", true), ("$response.body#/a/b~1c != 'it''s && so'", true),
            ("!($statusCode >= 300) && ($response.body.a[0].b == true || $steps.a.outputs.b == null)", true),
            ("$response.header.X-Id == \"a\"", true), ("$statusCode ==", false), ("== 200", false), ("(1 == 1", false),
            ("1 == 1 == 1", false), ("$unknown == 1", false), ("'open", false), ("1 === 1", false), ("", false),
            (String(repeating: "(", count: 40) + "1" + String(repeating: ")", count: 40), false),
        ])
    func conditions(text: String, isRead: Bool) {
        #expect((ArazzoCondition.term(text) != nil) == isRead)
    }

    @Test("a workflow may refer to a network document of which a copy is given")
    func copies() throws {
        #expect(try workflow("remote").0.document == nil)
        #expect(try workflow("lookup", document: "bank.yaml").0.operations == ["pay"])
    }

    @Test(
        "a workflow that a journey cannot follow is refused with location and reason",
        arguments: [
            (nil, "more than one workflow; name one of pay, nested,"), ("none", "no workflow 'none', only pay,"),
            ("nested", ":22:46: The step runs another workflow"), ("plain", "must name one of several sources"),
            ("lookup", "is on the network; give a copy of it with --openapi"), ("two", "calls several documents"),
            ("unknown", "is of no source of the type openapi"), ("empty", "must have 1 to 64 steps"),
        ] as [(String?, String)])
    func refusals(name: String?, sentence: String) {
        let error = #expect(throws: CommandError.self) { try workflow(name) }
        #expect(error?.message.contains(sentence) == true, "\(error?.message ?? "")")
    }

    @Test(
        "a workflow of another version, or without one, is refused",
        arguments: [
            ("arazzo: 1.1.0\nworkflows: []", "Arazzo 1.1.0 is not supported"),
            ("openapi: 3.1.0", "is not an Arazzo description"),
        ])
    func versions(text: String, sentence: String) {
        let error = #expect(throws: CommandError.self) { try workflow(nil, text) }
        #expect(error?.message.contains(sentence) == true)
    }
}
