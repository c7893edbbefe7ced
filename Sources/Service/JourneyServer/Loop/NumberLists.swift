/// Doubly linked lists of small numbers, such as descriptors; a number is in one list at most. Adding, moving and removing
/// take the same time however long the lists are, and no memory once the largest number was seen.
struct NumberLists: Sendable {
    private struct Links {
        var next = -1
        var previous = -1
        var list = -1
    }

    private var links: [Links] = []
    private var firsts: [Int]
    private var lasts: [Int]

    init(lists: Int) {
        firsts = [Int](repeating: -1, count: lists)
        lasts = firsts
    }

    /// The first number in `list`: the one that was added before all others.
    func first(in list: Int) -> Int? { firsts[list] < 0 ? nil : firsts[list] }

    /// The number behind `number` in its list.
    func next(after number: Int) -> Int? {
        guard links.indices.contains(number), links[number].next >= 0 else { return nil }
        return links[number].next
    }

    /// Returns the list that `number` is in.
    func list(of number: Int) -> Int? {
        guard links.indices.contains(number), links[number].list >= 0 else { return nil }
        return links[number].list
    }

    /// Puts `number` at the end of `list`, and takes it out of the list where it was.
    mutating func append(_ number: Int, to list: Int) {
        remove(number)
        while links.count <= number { links.append(Links()) }
        let last = lasts[list]
        links[number] = Links(previous: last, list: list)
        if last < 0 { firsts[list] = number } else { links[last].next = number }
        lasts[list] = number
    }

    /// Takes `number` out of its list, if it is in one.
    mutating func remove(_ number: Int) {
        guard let list = list(of: number) else { return }
        let link = links[number]
        if link.previous < 0 { firsts[list] = link.next } else { links[link.previous].next = link.next }
        if link.next < 0 { lasts[list] = link.previous } else { links[link.next].previous = link.previous }
        links[number] = Links()
    }
}
