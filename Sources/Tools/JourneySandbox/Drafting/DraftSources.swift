import Foundation
import JourneyBase

/// A draft's pages as sources of a single-page application: the pages' content as data, and code that a bundler builds.
package struct DraftSources {
    /// The kinds of sources.
    package enum Kind: String, CaseIterable, Sendable {
        /// TypeScript without a framework.
        case plain
        /// TypeScript with React.
        case react

        /// The source files besides the common ones.
        fileprivate var files: [String] {
            switch self {
            case .plain: ["main.ts"]
            case .react: ["main.tsx", "App.tsx", "FieldRow.tsx"]
            }
        }

        fileprivate var packages: String { self == .plain ? "esbuild" : "esbuild node-react node-react-dom" }

        fileprivate var dependencies: [(String, OrderedJSON)] {
            self == .plain ? [] : [("react", "^18.2.0"), ("react-dom", "^18.2.0")]
        }

        fileprivate var developmentDependencies: [(String, OrderedJSON)] {
            let common: [(String, OrderedJSON)] = [("esbuild", ">=0.17.0"), ("typescript", ">=4.8.0")]
            return self == .plain ? common : common + [("@types/react", "^18.0.0"), ("@types/react-dom", "^18.0.0")]
        }
    }

    /// The files that both kinds have, with their places in the journey's folder.
    private static let common = [
        "build.sh": "build.sh", "form.ts": "src/form.ts", "index.html": "index.html", "tsconfig.json": "tsconfig.json",
        "journey-bridge/package.json": "journey-bridge/package.json",
    ]

    /// Returns the files of the application by path.
    ///
    /// - Parameters:
    ///   - kind: The kind of sources.
    ///   - id: The journey's name, below which the pages are served.
    ///   - title: The document's title.
    ///   - operations: The drafted operations, a page each.
    /// - Returns: The files.
    /// - Throws: `SERVER_ERROR` if a resource of this program can't be read.
    static func files(
        _ kind: Kind, id: JourneyID, title: String, operations: [DraftOperation]
    ) throws(JourneyError) -> [String: [UInt8]] {
        var files = [
            "src/style.css": try JourneyDraft.resource("page.css"),
            "src/texts.js": try JourneyDraft.resource("texts.js"),
            "src/steps.ts": Array(steps(operations).utf8), "package.json": Array(package(kind, id).text.utf8),
            "pages.json": Array(settings(id).text.utf8),
        ]
        for (name, path) in common {
            let text = String(decoding: try JourneyDraft.resource("sources/common/\(name)"), as: UTF8.self)
            let filled = text.replacing("{{entry}}", with: kind.files.first ?? "")
                .replacing("{{packages}}", with: kind.packages).replacing(
                    "{{version}}", with: JourneyKitVersion.current
                )
                .replacing("{{title}}", with: HTMLText.escaped(title))
            files[path] = Array(filled.utf8)
        }
        for name in kind.files { files["src/\(name)"] = try JourneyDraft.resource("sources/\(kind.rawValue)/\(name)") }
        for url in [SandboxResources.library, SandboxResources.libraryTypes] {
            files["journey-bridge/\(url.lastPathComponent)"] = (try? Data(contentsOf: url)).map(Array.init)
        }
        return files
    }

    private static func package(_ kind: Kind, _ id: JourneyID) -> OrderedJSON {
        [
            "name": .text("\(id)".lowercased()), "version": "1.0.0", "private": .value(true), "type": "module",
            "scripts": ["build": "sh build.sh", "check": "tsc -p ."],
            "dependencies": .object([("journey-bridge", "file:./journey-bridge")] + kind.dependencies),
            "devDependencies": .object(kind.developmentDependencies),
        ]
    }

    /// The settings of the pages, with the policy spelled out, so that an author sees what the bank's server has to send.
    private static func settings(_ id: JourneyID) -> OrderedJSON {
        let directives = [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "font-src 'self'",
            "connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
        ]
        return [
            "folder": "dist", "base": .text("/\(id)/"), "contentSecurityPolicy": .array(directives.map { .text($0) }),
        ]
    }

    private static func steps(_ operations: [DraftOperation]) -> String {
        let last = operations.last?.step
        let steps = operations.map { operation -> (String, OrderedJSON) in
            (
                operation.step,
                [
                    "title": .text(operation.title), "isShown": .value(.bool(operation.isShown)),
                    "isLast": .value(.bool(operation.step == last)),
                    "answer": .array(operation.answerRows.map { ["name": .text($0.name), "label": .text($0.label)] }),
                    "fields": .array(operation.fields.map(field)),
                ]
            )
        }
        let text = OrderedJSON.object(steps).text.trimmingCharacters(in: .newlines)
        return """
            // The pages of the journey by their steps, drafted from openapi.json. It is yours to change.

            import type { Step } from "./form";

            export const steps: { readonly [name: string]: Step } = \(text);

            """
    }

    private static func field(_ field: DraftField) -> OrderedJSON {
        var members: [(String, OrderedJSON)] = [
            ("path", .text(field.path)), ("id", .text(field.id)), ("label", .text(field.label)),
        ]
        if let hint = field.hint { members.append(("hint", .text(hint))) }
        members += [("kind", .text(field.kind.name)), ("isRequired", .value(.bool(field.isRequired)))]
        if case .choice(let words) = field.kind {
            let choices: [OrderedJSON] = words.map {
                ["value": .text($0), "label": .text(DraftField.words(of: $0))]
            }
            members.append(("choices", .array(choices)))
        }
        return .object(members)
    }
}
