import { createTerminal, type TextRun } from '../../terminal/terminal.ts'

/** What a terminal is sent for a text, colours included where it takes them. */
export async function printed(text: string | readonly TextRun[], hasColour = false): Promise<string> {
  let sent = ''
  const write = async (piece: string): Promise<void> => {
    sent += piece
  }
  const terminal = createTerminal({ out: write, err: () => undefined, isWatched: false, hasColour })
  await terminal.out(text)
  return sent
}
