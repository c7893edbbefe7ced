import JourneyBase
import JourneyCLI
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

    @Test("a workflow gives its steps' operations in order and names what a draft lacks")
    func steps() throws {
        let (workflow, folder) = try workflow("pay")
        #expect(workflow.operations == ["createConsent", "pay"])
        #expect(workflow.document == folder.path("bank.yaml"))
        let omissions = workflow.omissions.map { $0.replacing(folder.path("a.yaml"), with: "") }
        #expect(omissions.count == 8, "\(omissions)")
        #expect(omissions.first?.hasPrefix(":9:5: inputs is not carried over") == true)
        #expect(omissions.contains { $0.contains("onFailure is not carried over; the page shows what was refused") })
        #expect(omissions.contains { $0.contains("pay is called more than once") })
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
