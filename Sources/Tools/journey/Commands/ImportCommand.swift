import Foundation
import JourneyBase
import JourneyCLI
import JourneyOpenAPITool
import JourneySandbox

extension JourneyCommand {
    static let importArazzo: Command = Command(
        "import-arazzo", summary: "drafts a journey from a workflow of an Arazzo description",
        discussion: [
            "Makes the draft that journey new makes of the operations that the workflow's steps call, in their order (Arazzo 1.0),"
                + " with its parameters, payloads, criteria, actions and outputs as expressions, and lists what it can't carry"
                + " over. Arazzo has no pages and no approval, so the draft is a start."
        ],
        arguments: [Argument(.file, help: "the Arazzo description, in YAML or JSON")],
        options: [
            Option(.workflow, value: .text("ID"), help: "The workflow", defaultText: "the only one"),
            Option(.name, value: .text("NAME"), help: "The journey's name", defaultText: "the workflow's"),
            Option(
                .openapi, value: .file, help: "The OpenAPI document that the steps call",
                defaultText: "the one that the description names"),
        ] + draftOptions,
        examples: [.init("journey import-arazzo pay.arazzo.yaml -o pay", "Drafts the only workflow.")]
    ) { invocation in
        let workflow = try ArazzoWorkflow(
            try invocation.required(.file), workflow: invocation.value(.workflow), document: invocation.value(.openapi))
        guard let document = workflow.document else {
            throw CommandError.usage("The workflow's document is on the network; give a copy of it with --openapi.")
        }
        let input = try draftInput(document, workflow.operations, invocation)
        let name = invocation.value(.name) ?? String(workflow.id.filter { $0.isASCII })
        return try draft(
            name, input.bytes, workflow.operations, warnings: input.warnings, guide: workflow.guide,
            omissions: workflow.omissions, invocation)
    }
}
