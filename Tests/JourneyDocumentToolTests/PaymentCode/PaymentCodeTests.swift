import Foundation
import JourneyBase
import JourneyCLI
import MobileDocument
import PaymentQR
import TestSupport
import Testing

@testable import JourneyDocumentTool

/// zbar's own program, which nobody here made.
enum ZbarImage {
    static let path = "/usr/bin/zbarimg"
    static let isThere = FileManager.default.isExecutableFile(atPath: path)

    /// Returns the bytes that the program prints for a picture.
    static func read(_ picture: String, _ options: [String] = []) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = ["--quiet", "--raw", "--nodbus"] + options + [picture]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        // The program ends each text with a line feed.
        return Array(data.last == 0x0A ? data.dropLast() : data)
    }
}

@Suite(
    "Payment codes beyond ASCII",
    .enabled("zbarimg is missing: install zbar-tools") { ZbarImage.isThere })
struct CodeEncodingTests {
    private static let bengali =
        "00020101021126560016com.example.bank0102000204099903189017520000116943115204541153030505802BD5912RUPSHA STORE"
        + "6005DHAKA62120708T000000164290002BN0111রূপসা স্টোর0204ঢাকা6304BCB0"

    @Test(
        "zbarimg reads the text back byte for byte",
        arguments: [
            bengali, "রূপসা স্টোর, ঢাকা", "最佳运输北京", "محل روبشا", "é", "smile 😀", "00020101021226", "upi://pay?pa=a@b",
            String(repeating: "ঢাকা ", count: 150),
        ])
    func readBack(text: String) throws {
        let folder = try Scratch()
        let picture = try #require(QRPicture(text))
        let file = folder.path + "/code.png"
        try Data(picture.png(scale: 6)).write(to: URL(fileURLWithPath: file))
        #expect(try ZbarImage.read(file) == Array(text.utf8))
        #expect(QRReader.texts(in: try GrayscaleImage(file: picture.png(scale: 6))) == [text])
    }

    @Test(
        "each merchant code of the public test data is drawn and read back",
        .enabled(Comment(rawValue: Vectors.missing)) { Vectors.has("payments/mpm.json") })
    func vectors() throws {
        let folder = try Scratch()
        for vector in try Vectors.json("payments/mpm.json").array ?? [] {
            let text = try #require(vector["payload"]?.string)
            let file = folder.path + "/code.png"
            try Data(try #require(QRPicture(text)).png(scale: 4)).write(to: URL(fileURLWithPath: file))
            #expect(try ZbarImage.read(file) == Array(text.utf8), "\(vector["name"]?.string ?? "")")
        }
    }

    @Test("the longest such text has one byte less, and a longer one is refused")
    func longest() throws {
        #expect(QRPicture(String(repeating: "é", count: 1_165)) != nil)
        #expect(QRPicture(String(repeating: "é", count: 1_165) + "a") == nil)
        #expect(QRPicture(String(repeating: "a", count: 2_331)) != nil)
    }
}

@Suite("journey qr") struct PaymentCodeTests {
    private static let objects = [
        "01=11", "26.00=com.example.bank", "26.01=00", "26.02=0999", "26.03=901752000011694311", "52=5411", "53=050",
        "58=BD", "59=RUPSHA STORE", "60=DHAKA", "62.07=T0000001", "64.00=BN", "64.01=রূপসা স্টোর", "64.02=ঢাকা",
    ]
    private static let code =
        "00020101021126560016com.example.bank0102000204099903189017520000116943115204541153030505802BD5912RUPSHA STORE"
        + "6005DHAKA62120708T000000164290002BN0111রূপসা স্টোর0204ঢাকা6304BCB0"

    @Test("a code is made, drawn, and inspected from its picture")
    func made() async throws {
        let line = try CommandLine()
        let made = await line.start(["make"] + Self.objects + ["--png", ":code.png"], of: "qr").task.value
        #expect(made.status == .done && made.output == Self.code + "\n", "\(made.talk)")
        let read = await line.qr("inspect", "--picture", ":code.png", "--json")
        #expect(read.status == .done, "\(read.talk)")
        let json = try #require(read.json)
        #expect(json["payee"] == "RUPSHA STORE" && json["amount"] == .null && json["currency"] == "BDT")
        #expect(json["alternate"]?["name"] == "রূপসা স্টোর" && json["profiles"]?[0]?["id"] == "bangla-qr")
        #expect(json["objects"]?.array?.contains(["path": "26.03", "value": "901752000011694311"]) == true)
        let text = await line.qr("inspect", "--picture", ":code.png")
        for part in ["RUPSHA STORE", "রূপসা স্টোর, ঢাকা", "BDT, the payer types it", "Bangla QR", "26.03"] {
            #expect(text.output.contains(part), "\(text.output)")
        }
    }

    @Test("an existing code is checked and drawn")
    func drawn() async throws {
        let line = try CommandLine()
        let drawn = await line.qr("make", "upi://pay?pa=a@b", "--draw")
        #expect(drawn.status == .done && drawn.output.hasPrefix("upi://pay?pa=a@b\n") && drawn.output.contains("█"))
        let other = await line.qr("make", "https://example.com/pay")
        #expect(other.status == .refused && other.talk.contains("PAYMENT_CODE_OTHER_KIND"))
    }

    @Test(
        "a refused code's message has the object, the reason and the error code",
        arguments: [
            (Self.code.replacing("BCB0", with: "BCB1"), "at 63", "PAYMENT_CODE_CHECKSUM"),
            ("upi://pay?pa=a@b&am=0", "at am", "PAYMENT_CODE_AMOUNT"),
            ("hQVDUFYwMg==", "at 85", "PAYMENT_CODE_VERSION"),
        ])
    func refused(text: String, place: String, code: String) async throws {
        let result = await (try CommandLine()).qr("inspect", text)
        #expect(result.status == .refused && result.output.isEmpty)
        #expect(result.talk.contains(place) && result.talk.contains(code), "\(result.talk)")
    }

    @Test("a card number is masked in both output forms")
    func masked() async throws {
        let text = "hQVDUFYwMWEaTwegAAAAVVVVVw8SNFZ4kBI0WNGRIgESNF8="
        let line = try CommandLine()
        for result in [await line.qr("inspect", text), await line.qr("inspect", text, "--json")] {
            #expect(result.status == .done && result.output.contains("3458") && !result.output.contains("123456789012"))
        }
    }

    @Test("unusable options are reported before anything is read")
    func usage() async throws {
        let line = try CommandLine()
        #expect(await line.qr("inspect").status == .badInput)
        #expect(await line.qr("inspect", Self.code, "--picture", ":code.png").status == .badInput)
        let missing = await line.qr("inspect", "--picture", ":none.png")
        #expect(missing.status == .badInput && missing.talk.contains("FILE_MISSING"))
        let object = await line.qr("make", "59=SHOP", "city")
        #expect(object.status == .badInput && object.talk.contains("OBJECT_INVALID"))
        let lacking = await line.qr("make", "59=SHOP")
        #expect(lacking.status == .refused && lacking.talk.contains("PAYMENT_CODE_MISSING"))
        var two = Drawing(blank: 1_200, 700)
        two.draw(try #require(QRPicture("a")), at: (300, 300), scale: 8)
        two.draw(try #require(QRPicture("b")), at: (900, 300), scale: 8)
        _ = try line.folder.write(two.png(), "two.png")
        #expect(await line.qr("inspect", "--picture", ":two.png").talk.contains("QR_SEVERAL"))
    }
}
