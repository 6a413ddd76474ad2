import { sourceFile } from '../code.ts'
import { diffStat, testRun, type Failed } from '../logs.ts'
import {
  condense,
  edit,
  list,
  plan,
  read,
  refused,
  run,
  say,
  search,
  think,
  typed,
  type Story,
} from '../story.ts'

const components = [
  ['route-card', 'a button without a name', '<button class="close">'],
  ['elevation-chart', 'a chart that says nothing', '<svg class="chart">'],
  ['layer-menu', 'a menu that the keyboard cannot reach', '<div class="item" on:click={pick}>'],
  ['search-box', 'a field without a label', '<input class="search">'],
  ['photo-strip', 'images without a text', '<img src={photo.url}>'],
  ['weather-badge', 'a state told by colour alone', '<span class="badge red">'],
  ['hut-list', 'headings that jump from 2 to 5', '<h5>'],
  ['gpx-drop', 'a drop zone for the mouse only', '<div class="zone" on:drop={take}>'],
  ['share-dialog', 'a dialog that does not keep the focus', '<div class="dialog">'],
] as const

const mended: Readonly<Record<string, string>> = {
  'route-card': '<button class="close" aria-label={text.close}>',
  'elevation-chart': '<svg class="chart" role="img" aria-label={text.elevation(route)}>',
  'layer-menu': '<button class="item" on:click={pick}>',
  'search-box': '<input class="search" aria-label={text.search}>',
  'photo-strip': '<img src={photo.url} alt={photo.caption ?? text.photoOf(photo.place)}>',
  'weather-badge': '<span class="badge red"><Icon name="warning" />{text.warning}',
  'hut-list': '<h3>',
  'gpx-drop': '<label class="zone" on:drop={take}><input type="file" accept=".gpx" on:change={take}>',
  'share-dialog': '<dialog class="dialog">',
}

const suites = components.map(([name]) => `src/components/${name}.test.ts`)
const tests = (failed: readonly Failed[] = []) => testRun('vitest', suites, failed)

const audit = (left: readonly string[]): string =>
  [
    `axe 4.11 on 14 pages, WCAG 2.2 AA`,
    ...components.flatMap(([name, fault]) =>
      left.includes(name)
        ? [
            `  serious  ${name}: ${fault}`,
            `           in 9 of 14 pages, first at /routes/trolltunga`,
            `           https://example.org/rules/${name}`,
          ]
        : [],
    ),
    `${left.length} faults`,
  ].join('\n')

const names = components.map(([name]) => name)

const summary = `## Goal
Make the nine components of trailmap pass axe at WCAG 2.2 AA, one at a time, without changing how they look.

## Rules from the user
- No change of looks: npm run shots must show 0 changed pixels.
- Texts come from src/text.ts in Norwegian and English, never inline.
- No component library.
- The class names are used by the embed of the tourist board: keep all of them.

## Done
route-card, elevation-chart, layer-menu, search-box, photo-strip (all pass, 0 pixels)

## Next
weather-badge, hut-list, gpx-drop, share-dialog; then the audit of all 14 pages.

## Files
src/components/*.svelte, src/text.ts`

/** Nine components are mended one by one; the tail of the conversation survives the compaction. */
export const trailmapAccess: Story = {
  id: 'trailmap-access',
  agent: 'opencode',
  title: 'Nine components pass the audit',
  workspace: '/home/mara/code/trailmap',
  branch: 'a11y',
  model: 'claude-sonnet-4-5',
  startedAt: '2026-09-30T06:50:20.000Z',
  files: {
    ...Object.fromEntries(
      components.map(([name, , markup]) => [
        `src/components/${name}.svelte`,
        `<script lang="ts">\n  import { text } from '../text.ts'\n${sourceFile('ts', { noun: name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()), fields: ['cardId', 'area', 'metres', 'caption'], about: `What ${name} shows.` }, `  export let open = true`).replaceAll(/^/gm, '  ')}\n</script>\n\n{#if open}\n  ${markup}\n    <slot />\n{/if}\n\n<style>\n  .${name} { display: grid; gap: 0.5rem; }\n</style>\n`,
      ]),
    ),
    'src/text.ts': `export const text = {\n  close: { no: 'Lukk', en: 'Close' },\n  search: { no: 'Søk i turer', en: 'Search routes' },\n} as const\n`,
  },
  steps: [
    typed(`The audit of the county found nine faults in trailmap. Mend them component by component.

Rules:
- Nothing may look different: npm run shots compares screenshots and has to report 0 changed pixels.
- All texts live in src/text.ts, in Norwegian and English. No text inside a component.
- No component library, we have none and want none.
- Keep every class name: the tourist board embeds our components and styles them by class.`),
    say('The audit and the components.', run('npm run audit', audit(names), 1), list('src')),
    say(
      'Nine components, one fault each.',
      plan(...names.map((name, at) => `${at === 0 ? '- ' : ''}${name}`), 'Audit of all pages'),
      read('src/text.ts'),
    ),
    ...components
      .slice(0, 5)
      .flatMap(([name, fault, markup], at) => [
        say(`${name}: ${fault}.`, read(`src/components/${name}.svelte`)),
        ...(name === 'layer-menu'
          ? [
              think(
                'A div with a click handler becomes a button; buttons have a border by default, so shots will change unless the style resets it.',
                'A real button has a border and its own font, so the style needs a reset to look the same.',
                edit(
                  `src/components/${name}.svelte`,
                  `  .${name} {`,
                  `  button.item { all: unset; cursor: pointer; }\n  .${name} {`,
                ),
              ),
            ]
          : []),
        say(
          '',
          edit(`src/components/${name}.svelte`, markup, mended[name] ?? ''),
          run(
            `npx vitest run src/components/${name}.test.ts`,
            testRun('vitest', [`src/components/${name}.test.ts`]),
          ),
          run(
            `npm run shots -- ${name}`,
            name === 'layer-menu'
              ? 'layer-menu: 312 pixels changed (focus ring)'
              : `${name}: 0 pixels changed`,
            name === 'layer-menu' ? 1 : 0,
          ),
        ),
        ...(name === 'layer-menu'
          ? [
              say(
                'The picture was taken with the item in focus, and now it can have the focus. I take the focus away before the picture.',
                run('npm run shots -- layer-menu --blur', 'layer-menu: 0 pixels changed'),
              ),
            ]
          : []),
        ...(at === 1
          ? [
              say(
                'The texts for the chart.',
                edit(
                  'src/text.ts',
                  '} as const',
                  "  elevation: { no: 'Høydeprofil', en: 'Elevation profile' },\n} as const",
                ),
              ),
            ]
          : []),
      ]),
    say(
      'Five of nine.',
      plan(
        ...names.map((name, at) => `${at < 5 ? 'x ' : at === 5 ? '- ' : ''}${name}`),
        'Audit of all pages',
      ),
    ),
    condense('auto', summary),
    ...components.slice(5).flatMap(([name, fault, markup]) => [
      say(
        `${name}: ${fault}.`,
        read(`src/components/${name}.svelte`),
        ...(name === 'weather-badge' ? [read('src/text.ts'), search('badge red', 'src')] : []),
      ),
      ...(name === 'gpx-drop'
        ? [
            say(
              'I would rename the class to dropzone, that is what it is now.',
              refused(
                edit(`src/components/${name}.svelte`, 'class="zone"', 'class="dropzone"'),
                'Class names stay, every one of them. The embed uses .zone.',
              ),
            ),
          ]
        : []),
      say(
        name === 'gpx-drop' ? 'The class stays.' : '',
        edit(`src/components/${name}.svelte`, markup, mended[name] ?? ''),
        run(
          `npx vitest run src/components/${name}.test.ts`,
          name === 'share-dialog'
            ? testRun(
                'vitest',
                [`src/components/${name}.test.ts`],
                [
                  {
                    file: `src/components/${name}.test.ts`,
                    name: 'closes with Escape',
                    lines: [
                      'TypeError: dialog.showModal is not a function',
                      '  at src/components/share-dialog.test.ts:17:12',
                    ],
                  },
                ],
              )
            : testRun('vitest', [`src/components/${name}.test.ts`]),
          name === 'share-dialog' ? 1 : 0,
        ),
        run(`npm run shots -- ${name}`, `${name}: 0 pixels changed`),
      ),
    ]),
    think(
      'jsdom has no showModal. The test setup can define it. Do that in the test support, not in the component.',
      'The test environment has no `showModal`. Browsers do, so the support of the tests gets one.',
      run(
        "printf 'HTMLDialogElement.prototype.showModal ??= function () { this.open = true }\\n' >> src/testing/setup.ts && npx vitest run",
        tests(),
      ),
    ),
    say(
      'The weather badge needs its text in two languages.',
      edit(
        'src/text.ts',
        '} as const',
        "  warning: { no: 'Farevarsel', en: 'Warning' },\n  photoOf: { no: 'Bilde fra', en: 'Photo of' },\n} as const",
      ),
      run('npm run audit', audit([])),
      run('npm run shots', `${names.length} components, 14 pages: 0 pixels changed`),
      run(
        'git diff --stat',
        diffStat([
          ...names.map((name) => `src/components/${name}.svelte`),
          'src/text.ts',
          'src/testing/setup.ts',
        ]),
      ),
    ),
    say(
      'The audit has 0 faults on 14 pages, the screenshots 0 changed pixels. All class names are there, texts are in src/text.ts in both languages.',
      plan(...names.map((name) => `x ${name}`), 'x Audit of all pages'),
    ),
    typed('Send me the list of texts that a native speaker should look at.'),
    say('These are new.', read('src/text.ts')),
    say(
      'Five: Lukk, Søk i turer, Høydeprofil, Farevarsel, Bilde fra. I am least sure of Farevarsel, which also is the name of the service of the weather institute.',
    ),
  ],
}
