// SPDX-License-Identifier: GPL-2.0-or-later
/* module.c - loads our own shared objects, from beside the program and nowhere else. */
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <unistd.h>

#include "sys.h"

/* dirname(exe)/../lib/swsched/NAME.so: the build tree and the installed one are laid out alike. */
static int module_path(const char *module, char *path, size_t size)
{
	ssize_t n = readlink("/proc/self/exe", path, size);
	char *slash;
	int m;

	if (n < 0)
		return -errno;
	if ((size_t)n >= size)
		return -ENAMETOOLONG;
	path[n] = '\0';
	slash = strrchr(path, '/');
	if (!slash)
		return -ENOSYS;
	size -= (size_t)(slash - path);
	m = snprintf(slash, size, "/../lib/swsched/%s.so", module);
	return m < 0 || (size_t)m >= size ? -ENAMETOOLONG : 0;
}

int module_symbol(const char *module, const char *symbol, void **ret_symbol)
{
	char path[PATH_MAX];
	void *handle, *found;
	int rc = module_path(module, path, sizeof(path));

	if (rc < 0 || access(path, F_OK) < 0)
		return -ENOSYS;
	/* Never closed: what it hands out is used until the end. A second call gets the same object. */
	handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!handle)
		return -ELIBACC;
	found = dlsym(handle, symbol);
	if (!found)
		return -ELIBBAD;
	*ret_symbol = found;
	return 0;
}
