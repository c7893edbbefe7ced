import Foundation
import JourneyBase
import TestSupport
import Testing

/// A journey with one page, the React bundle of the vectors, and a call of what was chosen on it.
struct BundleFixture {
    static let path = "studio/react-bundle/dist"
    static let isThere = Vectors.has(path)

    /// The journey's folder: `manifest.json`, `openapi.json`, `pages.json`, `person.json` and the bundle in `dist`.
    let folder: String
    var manifest: String { folder + "/manifest.json" }

    private static let document = """
        openapi: 3.1.0
        info: {title: Shop, version: '1'}
        servers: [{url: https://api.bank.example/v1}]
        paths:
          /choices:
            post:
              operationId: choose
              requestBody:
                required: true
                content: {application/json: {schema: {type: object, required: [productId], properties: {productId: {type: string, minLength: 1}}}}}
              responses:
                201: {description: done, content: {application/json: {schema: {type: object, required: [reference], properties: {reference: {type: string, example: STAND-IN-1}}}}}}
        """

    /// Acts on the page as a person does, once it shows the two products and the lazy chunk.
    private static let person: JSONValue = [
        "steps": [
            [
                "step": "choose",
                "do": [
                    ["wait": "#products li:nth-child(2)"], ["wait": "#fee:not(:empty)"], ["press": "#more"],
                    ["wait": "#details"], ["press": "#continue"],
                ],
            ]
        ]
    ]

    /// Drafts the journey with `programs`, and puts the bundle in the place of its pages.
    init(_ programs: Programs, settings: JSONValue = ["folder": "dist", "base": "/shop/"]) async throws {
        folder = programs.folder + "/shop"
        let document = programs.folder + "/shop.yaml"
        try Data(BundleFixture.document.utf8).write(to: URL(fileURLWithPath: document))
        let made = try await programs.run(["new", "shop", "--openapi", document, "--output", folder])
        try #require(made.status == 0, "\(programs.errors)")
        let (pages, dist) = (URL(fileURLWithPath: folder + "/pages"), folder + "/dist")
        try FileManager.default.createDirectory(atPath: dist, withIntermediateDirectories: false)
        let source = Vectors.path(BundleFixture.path)
        // The vectors may be read-only, so the files are written anew.
        for name in try FileManager.default.subpathsOfDirectory(atPath: source) {
            let place = URL(fileURLWithPath: "\(dist)/\(name)")
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: "\(source)/\(name)", isDirectory: &isFolder),
                !isFolder.boolValue
            else {
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                continue
            }
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(contentsOf: URL(fileURLWithPath: "\(source)/\(name)")).write(to: place)
        }
        try FileManager.default.moveItem(
            at: pages.appendingPathComponent("journey-bridge.js"),
            to: URL(fileURLWithPath: dist + "/journey-bridge.js"))
        try FileManager.default.removeItem(at: pages)
        try write(settings, to: "pages.json")
        try write(BundleFixture.person, to: "person.json")
    }

    func write(_ value: JSONValue, to name: String) throws {
        try Data(value.compactBytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }

    func read(_ name: String) throws -> JSONValue {
        try JSONReader.read(Array(Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))))
    }
}
