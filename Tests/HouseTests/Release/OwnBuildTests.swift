import Foundation
import Testing

@Suite("Warnings of this package are its own affair")
struct OwnBuildTests {
    @Test(
        "they are errors in the package's own folder, and not in the build of a package that takes it in",
        arguments: [true, false])
    func warnings(isOwn: Bool) throws {
        try Shell.inScratch { folder in
            let root = Tree.package.root.resolvingSymlinksInPath().path
            let described = try Shell.functions(
                """
                unset JOURNEY_ONLY; find_swift; cd '\(isOwn ? root : folder.path)'
                swift package --package-path '\(root)' --scratch-path '\(folder.path)/described' dump-package
                """)
            #expect(described.status == 0, "\(described.problem)")
            #expect(described.output.contains("swiftLanguageMode"))
            #expect(described.output.contains("treatAllWarnings") == isOwn)
        }
    }
}
