import { expect, it } from 'vitest'
import { findWorkspace } from './find-workspace.ts'

it.each([
  ['/home/me/project/', '/logs/a.jsonl', '/home/me/project'],
  ['c:/work/shop', 'C:\\logs\\a.json', 'C:\\work\\shop'],
  ['/testbed', '/runs/django__django-11099/django__django-11099.traj.json', 'django/django'],
  ['/pydicom__pydicom', '/runs/pydicom__pydicom-1458.traj', 'pydicom/pydicom'],
  [null, '/runs/output.jsonl#ponylang__ponyc-4595', 'ponylang/ponyc'],
  [null, '/runs/scikit-learn__scikit-learn-10297.traj', 'scikit-learn/scikit-learn'],
  ['/testbed', '/runs/a.traj', null],
  ['/workspace', '/runs/a.json', null],
  ['/', '/runs/a.json', null],
  ['/home/me', '/home/me/a.jsonl', null],
  ['C:\\Users\\me', 'a.jsonl', null],
  ['', '', null],
  [null, '/home/me/my__file.jsonl', null],
])('a task in %s, recorded as %s, belongs to %s', (workspace, path, expected) => {
  expect(findWorkspace({ workspace, path })).toBe(expected)
})
