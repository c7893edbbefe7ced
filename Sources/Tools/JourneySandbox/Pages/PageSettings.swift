package import Foundation
package import JourneyBase
import JourneyLanguage

/// The settings of a folder of pages, in the file `pages.json` beside it. `docs/reference/pages.md` lists the members.
package struct PageSettings: Equatable, Sendable {
    /// The name of the file.
    package static let file = "pages.json"
    /// The policy of pages without one of their own: all that a bundle of React, Vue or Vite needs, from the page's own origin.
    ///
    /// It allows more than the sandbox's own pages need, which have a stricter one: fetches, fonts and WebAssembly.
    static let standardPolicy = [
        "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "img-src 'self' data:",
        "font-src 'self' data:", "connect-src 'self'", "manifest-src 'self'", "frame-ancestors 'none'",
        "form-action 'none'", "base-uri 'none'", "object-src 'none'",
    ].joined(separator: "; ")

    /// The folder of the pages below that of the file; `nil` for the default.
    package var folder: String?
    /// The path below which the folder is served, with a slash at both ends; `nil` for pages beside the steps' addresses.
    package var base: String?
    package var contentSecurityPolicy = standardPolicy

    /// Creates the settings of pages without a file.
    package init() {}

    /// Parses the settings.
    ///
    /// - Parameters:
    ///   - bytes: The file's bytes.
    ///   - name: The file's name, for messages.
    /// - Throws: `PAGES_INVALID` with file, line and column of an invalid or unknown member; `CSP_REQUIRED` with the directive
    ///   for a policy below the minimum.
    package init(reading bytes: [UInt8], name: String) throws(JourneyError) {
        self = try JSONFile.read(
            bytes, name: name, code: .pagesInvalid, limits: JSONLimits(bytes: PageSettings.limit, depth: 4)
        ) {
            (file) throws(Refusal) in try PageSettings(file)
        }
        if let fault = ContentSecurityPolicy.fault(headers: [contentSecurityPolicy]) {
            throw JourneyError(.cspRequired, "\(name): \(fault.message)")
        }
    }

    private init(_ file: Reading) throws(Refusal) {
        try file.onlyMembers(["folder", "base", "contentSecurityPolicy"])
        if let member = file.member("folder") {
            let path = try member.text()
            let names = path.split(separator: "/", omittingEmptySubsequences: false)
            try member.require(
                names.allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") && !$0.contains("\\") },
                "is not the relative path of a folder below this file")
            folder = path
        }
        if let member = file.member("base") {
            let path = try member.text()
            try member.require(
                path.hasPrefix("/") && path.hasSuffix("/") && HTTPSURL("https://bank.example\(path)")?.path == path
                    && HTTPSURL("https://bank.example\(path)")?.query == nil,
                "is not an absolute path with a slash at its end, such as /app/")
            base = path
        }
        if let member = file.member("contentSecurityPolicy") {
            let directives =
                member.value.array == nil
                ? [try member.text()]
                : try member.list(atMost: 64, "directives") { (element) throws(Refusal) in try element.text() }
            contentSecurityPolicy = directives.joined(separator: "; ")
            try member.require(
                HTTPFields.isSafe(name: "Content-Security-Policy", value: contentSecurityPolicy),
                "has a character that no header can have")
        }
    }
}

extension PageSettings {
    /// The longest file, in bytes.
    private static let limit = 1 << 16

    /// Finds the folder of a journey's pages, and their settings.
    ///
    /// - Parameters:
    ///   - manifest: The manifest's path.
    ///   - pages: The folder that the author has named; `nil` for the one of the settings, or `pages`, beside the manifest.
    /// - Returns: The folder, and the settings of `pages.json` beside it or else beside the manifest.
    /// - Throws: The errors of `init(reading:name:)`, and `PAGES_INVALID` for a folder that a symbolic link leads elsewhere.
    package static func find(
        manifest: String, pages: String?
    ) throws(JourneyError) -> (folder: URL, settings: PageSettings) {
        let home = URL(fileURLWithPath: manifest).deletingLastPathComponent()
        let places = [pages.map { URL(fileURLWithPath: $0).deletingLastPathComponent() }, home].compactMap { $0 }
        let file = places.map { $0.appendingPathComponent(PageSettings.file) }
            .first { FileManager.default.fileExists(atPath: $0.path) }
        let settings = try file.map { file throws(JourneyError) in try read(file) } ?? PageSettings()
        if let pages { return (URL(fileURLWithPath: pages), settings) }
        let owner = (file?.deletingLastPathComponent() ?? home).resolvingSymlinksInPath()
        let folder = owner.appendingPathComponent(settings.folder ?? "pages", isDirectory: true)
        // A path that doesn't exist yet has no links; serving it is refused later.
        guard folder.resolvingSymlinksInPath().path == folder.standardizedFileURL.path else {
            throw JourneyError(
                .pagesInvalid,
                "\(folder.path) is reached through a symbolic link; name the folder itself with --pages.")
        }
        return (folder, settings)
    }

    private static func read(_ file: URL) throws(JourneyError) -> PageSettings {
        guard let handle = FileHandle(forReadingAtPath: file.path),
            let data = try? handle.read(upToCount: limit + 1) ?? Data()
        else { throw JourneyError(.pagesInvalid, "\(file.path) could not be read.") }
        return try PageSettings(reading: Array(data), name: file.path)
    }
}

extension ErrorCode {
    /// The folder of a journey's pages, or `pages.json` beside it, can't be served.
    ///
    /// Next step: The message names the file: remove the link, rename or split it, or name the folder that the bundler writes.
    static let pagesInvalid = ErrorCode(rawValue: "PAGES_INVALID")
}
