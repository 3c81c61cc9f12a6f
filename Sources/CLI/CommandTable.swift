/// Every command, in the order of the overview. A verb is declared in the folder of its noun and listed here.
enum CommandTable {
    static let commands: [Command] = []
}
