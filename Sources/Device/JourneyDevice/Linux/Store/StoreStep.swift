/// The steps of a write, in order. Tests stop the write before any of them.
enum StoreStep: CaseIterable, Sendable {
    case create, writeFirstHalf, writeSecondHalf, syncFile, rename, syncFolder
}
