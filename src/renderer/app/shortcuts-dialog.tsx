import { Kbd, Modal, Table } from '@mantine/core'
import { screens } from './screens.ts'

const shortcuts: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['Ctrl', 'K'], 'Command palette (Cmd+K on a Mac)'],
  [['?'], 'This list'],
  ...screens.slice(0, 9).map((screen, index) => [[String(index + 1)], screen.label] as const),
  [['o'], 'Open a folder'],
  [['/'], 'Filter or search'],
  [['j'], 'Next row (or ↓)'],
  [['k'], 'Previous row (or ↑)'],
  [['Enter'], 'Open the selected row'],
  [['←'], 'Collapse a group of rows (→ expand)'],
  [['n'], 'Next match, next change'],
  [['Shift', 'N'], 'Previous match, previous change'],
  [['p'], 'Pin or unpin the selected message'],
  [['Ctrl', 'S'], 'Save a model, a prompt, the settings'],
  [['Alt', '↑'], 'Move the selected pass up (Alt+↓ down)'],
  [['Ctrl', 'Z'], 'Undo in the editor of a method'],
  [['['], 'Previous cell of an experiment, previous event of a timeline (] next)'],
  [['+'], 'Zoom into a timeline (− out, 0 all)'],
  [['Alt', '←'], 'Back'],
  [['Alt', '→'], 'Forward'],
  [['Esc'], 'Close the topmost dialog or menu'],
]

/** The list of all shortcuts, opened with `?`. */
export function ShortcutsDialog({
  opened,
  onClose,
}: {
  readonly opened: boolean
  readonly onClose: () => void
}) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts">
      <Table>
        <Table.Tbody>
          {shortcuts.map(([keys, what]) => (
            <Table.Tr key={what}>
              <Table.Td w={110}>
                {keys.map((key) => (
                  <Kbd key={key} size="xs" mr={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
              <Table.Td>{what}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}
