/*
 * Stores the contents that every file in POWER_FOLDER had when it was last synced, under the same name in POWER_SYNCED.
 * A removed file stays there until the folder is synced. A power loss may undo all other writes and removals. Loaded
 * into the server with LD_PRELOAD.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void forgetRemoved(const char *folder, const char *synced) {
  char path[PATH_MAX];
  struct dirent *entry;
  DIR *kept = opendir(synced);

  if (!kept) abort();
  while ((entry = readdir(kept))) {
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    if (entry->d_name[0] == '.' || access(path, F_OK) == 0) continue;
    snprintf(path, sizeof path, "%s/%s", synced, entry->d_name);
    unlink(path);
  }
  closedir(kept);
}

static void keep(int fd) {
  const char *folder = getenv("POWER_FOLDER"), *synced = getenv("POWER_SYNCED");
  char link[64], path[PATH_MAX], copy[PATH_MAX], fresh[PATH_MAX + 8];
  char block[1 << 14];
  ssize_t length, from, to, size;

  if (!folder || !synced) return;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  length = readlink(link, path, sizeof path - 1);
  if (length < 0) return;
  path[length] = 0;
  length = strlen(folder);
  if (!strcmp(path, folder)) forgetRemoved(folder, synced);
  if (strncmp(path, folder, length) || path[length] != '/') return;
  snprintf(copy, sizeof copy, "%s/%s", synced, path + length + 1);
  snprintf(fresh, sizeof fresh, "%s.fresh", copy);
  from = open(path, O_RDONLY);
  to = open(fresh, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (from < 0 || to < 0) abort();
  while ((size = read(from, block, sizeof block)) > 0)
    if (write(to, block, size) != size) abort();
  close(from);
  close(to);
  /* Renamed in one step, because the process may be killed at any moment. */
  if (size < 0 || rename(fresh, copy)) abort();
}

int fsync(int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  int result = real(fd);
  if (result == 0) keep(fd);
  return result;
}

int fdatasync(int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  int result = real(fd);
  if (result == 0) keep(fd);
  return result;
}
