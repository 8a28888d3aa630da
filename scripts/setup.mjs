// Installs what Katydid needs: packages, the built web (--web), a Chromium (--browser). Runs before the npm scripts, on
// the host's own Node. Therefore it is plain JavaScript without dependencies, and this first file has no syntax that an
// old Node cannot parse. Prints nothing if there is nothing to do.
const major = Number(process.versions.node.split('.')[0]);

if (major < 18) {
  console.error(
    'Node.js ' +
      process.versions.node +
      ' is too old to set Katydid up. Install Node.js 18 or later (https://nodejs.org), then run this again.',
  );
  process.exit(1);
} else {
  import('./setup/run.mjs').then(function (setup) {
    return setup.run(process.argv.slice(2));
  });
}
