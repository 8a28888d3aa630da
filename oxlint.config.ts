import { defineConfig } from 'oxlint';
import { arrows } from './scripts/lint-arrows.ts';

const tests = ['**/*.test.{ts,tsx}', '**/*.spec.ts', '**/test-rows.ts', 'server/test/**', 'e2e/**'];

export default defineConfig({
  plugins: [
    'eslint',
    'typescript',
    'unicorn',
    'oxc',
    'import',
    'node',
    'promise',
    'react',
    'jsx-a11y',
    'vitest',
  ],
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  ignorePatterns: ['web/dist/**', 'data/**', 'test-results/**'],
  rules: {
    // The compiler is only as good as the types it is given.
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-unsafe-argument': 'error',
    'typescript/no-unsafe-assignment': 'error',
    'typescript/no-unsafe-call': 'error',
    'typescript/no-unsafe-member-access': 'error',
    'typescript/no-unsafe-return': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-import-type-side-effects': 'error',
    'typescript/no-deprecated': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],

    // A promise that is not awaited, or a thrown value that is no error, hides a failure.
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    'typescript/only-throw-error': [
      'error',
      {
        allowThrowingUnknown: true,
        allow: [{ from: 'package', package: '@tanstack/router-core', name: 'Redirect' }],
      },
    ],
    'typescript/prefer-promise-reject-errors': 'error',
    'typescript/use-unknown-in-catch-callback-variable': 'error',
    'eslint/no-empty': 'error',

    // Said once, plainly.
    'eslint/eqeqeq': 'error',
    'eslint/no-var': 'error',
    'eslint/prefer-const': 'error',
    'eslint/no-else-return': 'error',
    'eslint/no-lonely-if': 'error',
    'eslint/no-useless-return': 'error',
    'eslint/no-param-reassign': 'error',
    'eslint/no-console': 'error',
    'eslint/object-shorthand': 'error',
    'eslint/max-depth': ['error', 3],
    'eslint/max-lines': ['error', 300],
    'eslint/complexity': ['error', 15],
    'typescript/prefer-nullish-coalescing': 'error',
    'typescript/prefer-optional-chain': 'error',
    'typescript/prefer-includes': 'error',
    'unicorn/filename-case': ['error', { cases: { kebabCase: true, pascalCase: true } }],
    'unicorn/prefer-node-protocol': 'error',
    'unicorn/no-abusive-eslint-disable': 'error',
    'unicorn/no-useless-promise-resolve-reject': 'error',
    'unicorn/throw-new-error': 'error',

    // Imports name the file that declares a thing, not a barrel.
    'import/no-default-export': 'error',
    'import/no-cycle': 'error',
    'import/no-duplicates': 'error',
    'oxc/no-barrel-file': ['error', { threshold: 0 }],

    // User text is never HTML, and a button declares its type.
    'react/no-danger': 'error',
    'react/jsx-no-target-blank': 'error',
    'react/button-has-type': 'error',
    'react/rules-of-hooks': 'error',
    'react/jsx-no-useless-fragment': 'error',
    'unicorn/no-document-cookie': 'error',
    'eslint/no-alert': 'error',

    // JSX needs no React in scope, and the wire's `_id` is the specification's name.
    'react/react-in-jsx-scope': 'off',
    'eslint/no-underscore-dangle': 'off',
    // Transactions, migrations and tests need sequential steps.
    'eslint/no-await-in-loop': 'off',
    // A namespace import of a default (`fc.string`) is how these libraries are meant to be used.
    'import/no-named-as-default-member': 'off',
    // Styles and fonts are imported for their effect.
    'import/no-unassigned-import': [
      'error',
      { allow: ['**/*.css', '@fontsource-variable/*', '@fontsource-variable/**'] },
    ],
    // A small function beside its only use is easier to read than one far above it.
    'unicorn/consistent-function-scoping': 'off',
    // Is for Express, and takes every `app.get` for a route of it.
    'oxc/no-async-endpoint-handlers': 'off',
    'eslint/no-unused-vars': [
      'error',
      {
        argsIgnorePattern: '^_',
        varsIgnorePattern: '^_',
        destructuredArrayIgnorePattern: '^_',
        ignoreRestSiblings: true,
      },
    ],
    // What the wire, the database and JSON hand over is asserted in the one place that validates its shape.
    'typescript/no-unsafe-type-assertion': 'off',
    // The two drivers return different types for the same number.
    'typescript/no-unnecessary-type-conversion': 'off',
    // Ours have no `this`: objects of functions, written in the short form.
    'typescript/unbound-method': 'off',
    // Spreading a string is how its code points are counted.
    'typescript/no-misused-spread': ['error', { allow: ['string'] }],
    'typescript/require-array-sort-compare': ['error', { ignoreStringArrays: true }],
    // A changed row in a cache has to be a copy.
    'oxc/no-map-spread': 'off',
    // `import type {} from …` brings a library's type augmentation.
    'import/no-empty-named-blocks': 'off',
    'unicorn/require-module-specifiers': 'off',
    // These are for the React compiler, which Katydid does without.
    'react/incompatible-library': 'off',
    'react/set-state-in-effect': 'off',
    'react/exhaustive-effect-dependencies': 'off',
    // `role` is often the shorter way to the same element.
    'jsx-a11y/prefer-tag-over-role': 'off',
    // Parts pass their content on, which the rules cannot see.
    'jsx-a11y/anchor-has-content': 'off',
    'jsx-a11y/heading-has-content': 'off',
    // Some browsers drop the roles of a table that CSS shows as cards.
    'jsx-a11y/no-redundant-roles': 'off',
    'jsx-a11y/no-interactive-element-to-noninteractive-role': 'off',
    // Keys are handled around the element that has the focus, or by the box that keeps it.
    'jsx-a11y/no-static-element-interactions': 'off',
    'jsx-a11y/no-noninteractive-element-interactions': 'off',
    'jsx-a11y/click-events-have-key-events': 'off',
    'jsx-a11y/interactive-supports-focus': 'off',
    'jsx-a11y/control-has-associated-label': 'off',
    // What scrolls within itself is reached by keyboard.
    'jsx-a11y/no-noninteractive-tabindex': [
      'error',
      { tags: [], roles: ['group', 'region'], allowExpressionValues: true },
    ],
    // In a dialog the focus has to go somewhere.
    'jsx-a11y/no-autofocus': ['error', { ignoreNonDOM: true }],
  },
  overrides: [
    { files: ['server/**'], rules: { 'node/no-process-env': 'error' } },
    { files: ['server/config.ts'], rules: { 'node/no-process-env': 'off' } },
    {
      // Their output is what they are for.
      files: ['server/main.ts', 'server/cli.ts', 'scripts/**', 'lab/**'],
      rules: { 'eslint/no-console': 'off', 'node/no-process-env': 'off' },
    },
    {
      // Plain JavaScript for the host's old Node: it has no types to be careful with.
      files: ['scripts/**/*.mjs'],
      rules: {
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-call': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-return': 'off',
        'typescript/prefer-nullish-coalescing': 'off',
        'typescript/no-floating-promises': 'off',
        'typescript/require-array-sort-compare': 'off',
        'unicorn/no-array-sort': 'off',
        'unicorn/prefer-node-protocol': 'off',
      },
    },
    { files: ['*.config.ts', 'web/vite.config.ts'], rules: { 'import/no-default-export': 'off' } },
    {
      files: tests,
      rules: {
        'eslint/max-lines': 'off',
        'eslint/complexity': 'off',
        'node/no-process-env': 'off',
        'typescript/no-non-null-assertion': 'off',
        // What is run inside the page reports to its console; Playwright's `use` is no hook.
        'eslint/no-console': 'off',
        'react/rules-of-hooks': 'off',
      },
    },
    ...arrows,
  ],
});
