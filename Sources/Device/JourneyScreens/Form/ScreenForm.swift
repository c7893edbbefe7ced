internal import Foundation
internal import JourneyBase

/// A screen with the person's input so far, and its error.
struct ScreenForm: Sendable {
    private(set) var screen: Screen
    private var texts: [String: String] = [:]
    /// The typed parts of dates, where there is an input for each part.
    private var days: [String: [CalendarDay.Part: String]] = [:]
    private var inputs: [String: SecretInput] = [:]
    private var chosen: [String: Set<String>] = [:]
    private var pads: [String: PINPadLayout] = [:]
    private let random: (@Sendable (Int) -> [UInt8])?
    /// The PIN that shows its keys, where there are keys; of several, the one that is typed.
    private(set) var openPad: String?
    /// The error of the last submission.
    private(set) var fault: AnswerError?

    /// Creates a form. `random` shuffles pads (`Dependencies.random`); without it, as on a terminal, there are no pads.
    init(_ screen: Screen, random: (@Sendable (Int) -> [UInt8])? = nil) {
        self.screen = screen
        self.random = random
        for field in screen.fields { prepare(field) }
        openNextPad()
    }

    /// Replaces the screen by a new version of it; fields that remain keep their input.
    mutating func update(_ screen: Screen) {
        guard screen != self.screen else { return }
        let old = self.screen
        self.screen = screen
        for field in old.fields where screen.field(field.id)?.kind != field.kind {
            texts[field.id] = nil
            days[field.id] = nil
            inputs[field.id] = nil
            chosen[field.id] = nil
        }
        for field in screen.fields where old.field(field.id)?.kind != field.kind { prepare(field) }
        for field in screen.fields where old.field(field.id)?.pad != field.pad { order(field) }
        if let openPad, screen.field(openPad)?.kind.isPIN == true { return }
        openNextPad()
    }

    /// Returns the key order of a PIN, which stays the same while the screen is shown.
    func pad(_ field: String) -> PINPadLayout { pads[field] ?? .standard }

    /// Shows the keys of this PIN.
    mutating func openPad(_ id: String) { if screen.field(id)?.kind.isPIN == true { openPad = id } }

    /// Shows the keys of the first incomplete PIN, after `id` if given; without one the keys stay.
    private mutating func openNextPad(after id: String? = nil) {
        let pins = screen.fields.filter(\.kind.isPIN).map(\.id)
        let start = pins.firstIndex { $0 == id } ?? 0
        let next = (pins[start...] + pins[..<start]).first { !isFull($0) }
        openPad = next ?? (openPad.flatMap { pins.contains($0) ? $0 : nil } ?? pins.first)
    }

    /// Returns the input of a text or a one-time code.
    func text(_ field: String) -> String { texts[field, default: ""] }

    /// Returns the input of one part of a date.
    func text(_ field: String, _ part: CalendarDay.Part) -> String { days[field]?[part] ?? "" }

    /// Returns the number of dots for the input of a PIN or a secret.
    func dots(_ field: String) -> Int { inputs[field]?.scalars ?? 0 }

    func isChosen(_ option: String, in field: String) -> Bool { chosen[field, default: []].contains(option) }

    /// Returns `true` when the field has all its digits.
    func isFull(_ field: String) -> Bool {
        switch screen.field(field)?.kind {
        case .oneTimeCode(let digits): text(field).utf8.count == digits
        case .pin(let digits): dots(field) == digits
        default: false
        }
    }

    /// Appends one scalar to the field. Invalid ones are ignored.
    mutating func type(_ scalar: Unicode.Scalar, into id: String) {
        guard let field = screen.field(id), scalar.properties.generalCategory != .control else { return }
        switch field.kind {
        case .text, .date:
            var text = text(id)
            text.unicodeScalars.append(scalar)
            if text.count <= Screen.Field.textLimit { texts[id] = text }
        case .oneTimeCode:
            guard !isFull(id), let digit = Digits.ascii(scalar) else { return }
            texts[id, default: ""].unicodeScalars.append(Unicode.Scalar(digit))
        case .pin:
            guard let digit = Digits.ascii(scalar) else { return }
            guard inputs[id]?.append(digit) == true else { return }
            if openPad == id, isFull(id) { openNextPad(after: id) }
        case .secret:
            guard let input = inputs[id], let bytes = UTF8.encode(scalar), input.count + bytes.count <= input.limit
            else { return }
            for byte in bytes { input.append(byte) }
        case .choice, .consent: return
        }
        fault = nil
    }

    /// Removes the last character of the field.
    mutating func deleteLast(of id: String) {
        inputs[id]?.removeLast()
        if texts[id]?.isEmpty == false { texts[id]?.removeLast() }
        fault = nil
    }

    /// Empties the field.
    mutating func clear(_ id: String) {
        inputs[id]?.clear()
        texts[id] = nil
        fault = nil
    }

    /// Replaces the field's input by the text of a system text field. Invalid characters are left out.
    mutating func replace(with text: String, in id: String) {
        texts[id] = nil
        fault = nil
        for scalar in text.unicodeScalars { type(scalar, into: id) }
    }

    /// Replaces the input of one part of a date. What is no digit is left out, and so are digits that are too many.
    mutating func replace(with text: String, in id: String, _ part: CalendarDay.Part) {
        let digits = text.unicodeScalars.filter { Digits.ascii($0) != nil }.prefix(part.digits)
        days[id, default: [:]][part] = String(String.UnicodeScalarView(digits))
        fault = nil
    }

    /// Returns the text for a system's secret field: a dot for each scalar.
    func dotted(_ id: String) -> String { String(repeating: ScreenForm.dot, count: dots(id)) }

    /// Applies the change to a field that showed `dotted`: fewer dots, or scalars after them. Any other change, such as one
    /// between dots, is ambiguous and ignored.
    mutating func typeOver(dotted text: String, in id: String) {
        let (kept, count) = (text.prefix { $0 == ScreenForm.dot }.count, dots(id))
        let typed = text.dropFirst(kept)
        guard kept <= count, typed.isEmpty || kept == count else { return }
        for _ in kept..<count { deleteLast(of: id) }
        for scalar in typed.unicodeScalars { type(scalar, into: id) }
    }

    private static let dot: Character = "•"

    /// Sets the field to a whole line. Throws the error of an invalid one; then nothing changes.
    mutating func set(_ line: String, in field: Screen.Field) throws(AnswerError) {
        let text = if case .oneTimeCode = field.kind { Digits.ascii(line) ?? line } else { line }
        try field.check(.text(text))
        texts[field.id] = text
    }

    /// Sets the field to a whole secret. Throws the error of an invalid one; then nothing changes.
    mutating func set(_ line: Secret, in field: Screen.Field) throws(AnswerError) {
        let typed = if case .pin = field.kind { line.asciiDigits() ?? line } else { line }
        try field.check(.secret(typed))
        guard let input = inputs[field.id] else { return }
        input.clear()
        typed.withBytes { bytes in for byte in bytes { input.append(byte) } }
    }

    /// Chooses exactly these options. Throws the error of an invalid choice; then nothing changes.
    mutating func set(_ options: Set<String>, in field: Screen.Field) throws(AnswerError) {
        try field.check(.chosen(options))
        chosen[field.id] = options
    }

    /// Chooses the option, or clears it.
    mutating func toggle(_ option: String, in id: String) {
        guard let field = screen.field(id) else { return }
        if case .choice(let choice) = field.kind, choice.isSingle {
            chosen[id] = isChosen(option, in: id) && choice.counts.lowerBound == 0 ? [] : [option]
        } else {
            chosen[id, default: []].formSymmetricDifference([option])
        }
        fault = nil
    }

    /// Presses an action; returns the answer, or `nil` when there is an error to correct first.
    mutating func press(_ action: String, at now: Date) -> ScreenAction? {
        let submits = screen.action(action)?.role.submits == true
        let answer = ScreenAction(action: action, values: submits ? values : [:])
        do throws(AnswerError) { try screen.check(answer, at: now) } catch {
            fault = error
            return nil
        }
        return answer
    }

    /// Returns the field's input as an answer's value.
    func value(of field: Screen.Field) -> ScreenAction.Value? {
        switch field.kind {
        case .text, .oneTimeCode: texts[field.id].map { .text($0) }
        case .date: day(field.id).map { .text($0) }
        case .pin, .secret: inputs[field.id].map { .secret($0.copy()) }
        case .choice, .consent: .chosen(chosen[field.id, default: []])
        }
    }

    /// Returns a typed date as `yyyy-MM-dd`, or the input itself if it is no date; `nil` if there is none.
    private func day(_ id: String) -> String? {
        let parts = days[id, default: [:]]
        guard parts.values.contains(where: { !$0.isEmpty }) else {
            return texts[id].map { CalendarDay(typed: $0)?.text ?? $0 }
        }
        return CalendarDay(typed: parts)?.text
            ?? CalendarDay.Part.allCases.map { parts[$0] ?? "" }.joined(separator: "/")
    }

    private var values: [String: ScreenAction.Value] {
        var out: [String: ScreenAction.Value] = [:]
        for field in screen.fields { out[field.id] = value(of: field) }
        return out
    }

    private mutating func order(_ field: Screen.Field) {
        if let random, field.kind.isPIN { pads[field.id] = PINPadLayout(field.pad, random: random) }
    }

    private mutating func prepare(_ field: Screen.Field) {
        order(field)
        switch field.kind {
        case .text, .oneTimeCode, .date: break
        case .pin(let digits): inputs[field.id] = SecretInput(limit: digits)
        case .secret: inputs[field.id] = SecretInput(limit: Screen.Field.secretLimit)
        case .choice(let choice): chosen[field.id] = choice.chosen
        case .consent(let consent): chosen[field.id] = Set(consent.items.filter(\.isOn).map(\.id))
        }
    }
}
