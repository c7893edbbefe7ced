import Testing

/// Checks the plugins that lint knows against those of the products.
@Suite("The list of native plugins")
struct NativePluginListTests {
    @Test("the list has every plugin of the sources with its methods")
    func whole() throws {
        var names: Set<String> = []
        var methods: Set<String> = []
        for file in try Tree.swiftFiles.get() where file.path.hasPrefix("Systems/") {
            let text = try Tree.package.text("Sources/" + file.path)
            guard text.contains(/(class|struct) \w+Plugin: JourneyPlugin/) else { continue }
            names.formUnion(text.matches(of: /public let name = "(\w+)"/).map { String($0.1) })
            for list in text.matches(of: /public let methods: Set<String> = \[([^\]]*)\]/) {
                methods.formUnion(list.1.matches(of: /"(\w+)"/).map { String($0.1) })
            }
        }
        let list = try Tree.package.text("Sources/Systems/JourneyLanguage/Plugins/PluginDescription+Own.swift")
        let known = list.matches(of: /PluginDescription\(\s*name: "(\w+)"/)
        #expect(names == Set(known.map { String($0.1) }) && names.count >= 8)
        let listed = list.matches(of: /Method\(\s*name: "(\w+)"/)
        #expect(methods == Set(listed.map { String($0.1) }))
    }
}
