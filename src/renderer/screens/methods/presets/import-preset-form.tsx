import { Button, FileButton, Group, TextInput } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportedPreset } from '../../../../shared/methods/presets-contract.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { useRefresh } from '../../../data/use-refresh.ts'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import type { PresetController } from './use-preset-controller.ts'
import styles from './presets.module.css'

type ChosenFile = { readonly name: string; readonly text: string }

/** Imports a preset from a file, under another id where a built-in one has its id. */
export function ImportPresetForm({ controller }: { readonly controller: PresetController }) {
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [id, setId] = useState('')
  const take = useImport(controller)
  const problem = take.isError ? toProblem(take.error) : null
  const choose = async (chosen: File | null): Promise<void> => {
    if (chosen === null) return
    const read = { name: chosen.name, text: await chosen.text() }
    setFile(read)
    take.mutate({ file: read, as: '' })
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (file !== null) take.mutate({ file, as: id.trim() })
      }}
    >
      <p className={styles.text}>
        A preset file exported from Dewpoint. If you have a preset with the same id, it becomes the next
        version of that preset.
      </p>
      <Group gap="sm">
        <FileButton accept="application/json,.json" onChange={(chosen) => void choose(chosen)}>
          {(props) => (
            <Button
              {...props}
              data-autofocus
              variant={file === null ? 'filled' : 'default'}
              loading={take.isPending}
              leftSection={<IconFileImport size={14} aria-hidden />}
            >
              Choose file
            </Button>
          )}
        </FileButton>
        <span className={styles.about}>{file?.name ?? 'No file chosen.'}</span>
      </Group>
      {problem !== null && <ErrorPanel problem={problem} />}
      {problem?.where === 'id' && (
        <div className={styles.row}>
          <TextInput
            label="Import under another id"
            description="Lowercase letters, digits and dashes"
            value={id}
            onChange={(event) => setId(event.currentTarget.value)}
          />
          <Button type="submit" disabled={id.trim() === ''} loading={take.isPending}>
            Import
          </Button>
        </div>
      )}
    </form>
  )
}

function useImport(controller: PresetController) {
  const { client } = useEngine()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async ({ file, as }: { readonly file: ChosenFile; readonly as: string }) => {
      const imported = await client.presets.import({ text: file.text, ...(as === '' ? {} : { as }) })
      await refresh('presets')
      const isHere = imported.preset.providerId === controller.provider.id
      // Settings that are saved nowhere are not replaced unasked.
      if (isHere && controller.matched !== null) controller.apply(imported.preset)
      const elsewhere = isHere ? '' : ` It is a preset of ${imported.preset.providerId}.`
      const read = (imported.notes ?? []).map((note) => ` ${note}`).join('')
      controller.done(`${describeImport(imported)}${elsewhere}${read}`, 'presets')
    },
  })
}

function describeImport({ preset, result }: ImportedPreset): string {
  switch (result) {
    case 'created':
      return `Imported “${preset.label}”.`
    case 'version-added':
      return `Imported as version ${preset.versions.length} of “${preset.label}”.`
    case 'unchanged':
      return `“${preset.label}” already has these settings.`
  }
}
