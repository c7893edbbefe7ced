internal import Foundation

/// The codes of currencies and countries, from the data file `codes.json`.
struct CodeLists: Sendable {
    /// The letters of currencies by their numbers, such as `BDT` for `050`.
    let currencies: [String: String]
    let countries: Set<String>

    /// The package's own lists, or the reason why they can't be read.
    static let shipped: Result<CodeLists, PaymentCodeError> = {
        do throws(PaymentCodeError) {
            let value = try DataFile.read("codes.json")
            let currencies = value["currencies"]?.object?.compactMapValues(\.string) ?? [:]
            let countries = value["countries"]?.array?.compactMap(\.string).flatMap { $0.split(separator: " ") } ?? []
            guard currencies.count > 150, countries.count > 240 else {
                throw PaymentCodeError(.dataFile, at: "codes.json", "The lists are incomplete.")
            }
            return .success(CodeLists(currencies: currencies, countries: Set(countries.map(String.init))))
        } catch { return .failure(error) }
    }()

    /// Returns the number of a currency by its letters, or `nil`.
    func number(of currency: String) -> String? { currencies.first { $0.value == currency }?.key }
}

/// The data files of this module.
enum DataFile {
    /// Reads a file as JSON.
    static func read(_ name: String) throws(PaymentCodeError) -> JSONValue {
        guard let path = Bundle.module.path(forResource: name, ofType: nil),
            let data = FileManager.default.contents(atPath: path)
        else { throw PaymentCodeError(.dataFile, at: name, "The file is missing in the module's bundle.") }
        return try json([UInt8](data), name)
    }

    /// Returns the names of the files in a folder, sorted.
    static func names(in folder: String) -> [String] {
        guard let path = Bundle.module.path(forResource: folder, ofType: nil),
            let names = try? FileManager.default.contentsOfDirectory(atPath: path)
        else { return [] }
        return names.filter { $0.hasSuffix(".json") }.sorted().map { "\(folder)/\($0)" }
    }

    /// Reads JSON.
    static func json(_ bytes: [UInt8], _ name: String) throws(PaymentCodeError) -> JSONValue {
        do throws(JSONReadError) {
            return try JSONReader.read(bytes, limits: JSONLimits(bytes: 65_536, depth: 12))
        } catch {
            throw PaymentCodeError(.dataFile, at: name, "\(error)")
        }
    }
}
